import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { inferredRead } from './item-read.js';
import { resourceId } from '../inputs/located-id.js';

const TEXT = { type: 'string' };
const NAME = { ...TEXT, pattern: '^vans/[a-z]+$' };
const SENT = { 'application/json': { schema: { type: 'object', properties: { website: TEXT, uri: TEXT } } } };
const VAN = { path: '/v1/vans/{van}', type: 'string' } as const;

it.each<[properties: JsonObject, headers: JsonObject, pointer: string | undefined]>([
  [{ name: NAME }, {}, '/name'],
  [{ name: { ...TEXT, description: 'The resource name: `vans/{van}`.' } }, {}, '/name'],
  [{ name: { ...TEXT, pattern: String.raw`^vans\/[a-z]+$` } }, {}, '/name'],
  [{ name: TEXT, resourceName: { ...TEXT, example: 'vans/a' } }, {}, '/resourceName'],
  [{ url: { ...TEXT, format: 'uri' } }, {}, '/url'],
  [
    { _links: { type: 'object', properties: { self: { type: 'object', properties: { href: TEXT } } } } },
    {},
    '/_links/self/href',
  ],
  [{ uri: { ...TEXT, format: 'uri' } }, {}, undefined],
  [{ name: TEXT }, {}, undefined],
  [{ name: { ...TEXT, description: 'A name with the format cars/{car}.' } }, {}, undefined],
  [{ name: NAME }, { Location: { schema: TEXT } }, undefined],
])(
  'the resource name of an item with the members %j, and the headers %j, is at %s',
  async (properties, headers, want) => {
    const content = { 'application/json': { schema: { type: 'object', properties } } };
    const responses = { 201: { description: '', content, headers } };
    const parameters = [{ name: 'van', in: 'path', required: true, schema: TEXT }];
    const own = await contractOf({
      paths: {
        '/v1/vans': { post: { operationId: 'create', requestBody: { content: SENT }, responses } },
        '/v1/vans/{van}': {
          get: { operationId: 'read', parameters, responses: { 200: { description: '', content } } },
        },
      },
    });
    const read = inferredRead(own, operationOf(own, 'create'));
    expect(read?.id.pointer).toBe(want);
    expect(read?.id.resource).toEqual(want && { path: '/v1/vans/{van}', type: 'string' });
  },
);

it('an item that has an identifier is identified by it, and not by its resource name', async () => {
  const content = { 'application/json': { schema: { type: 'object', properties: { id: TEXT, name: NAME } } } };
  const parameters = [{ name: 'van', in: 'path', required: true, schema: TEXT }];
  const responses = { 200: { description: '', content } };
  const own = await contractOf({
    paths: {
      '/vans': { post: { operationId: 'create', requestBody: { content }, responses } },
      '/vans/{van}': { get: { operationId: 'read', parameters, responses } },
    },
  });
  expect(inferredRead(own, operationOf(own, 'create'))?.id).toEqual({ in: 'path', name: 'van', pointer: '/id' });
});

it.each<[unknown, Parameters<typeof resourceId>[1], unknown]>([
  ['vans/a', VAN, 'a'],
  ['v1/vans/a', VAN, 'a'],
  ['/v1/vans/a%20b', VAN, 'a b'],
  ['https://fleet.example/api/v1/vans/a?x=1', VAN, 'a'],
  ['shops/s/vans/a', { ...VAN, path: '/shops/{shop}/vans/{van}' }, 'a'],
  ['vans/7', { ...VAN, type: 'integer' }, 7],
  ['http://x/Vans(7)', { path: '/Vans({ID})', type: 'integer' }, 7],
  ['vans/a', { ...VAN, type: 'integer' }, undefined],
  ['a', VAN, undefined],
  ['cars/a', VAN, undefined],
  ['cars/vans/a', { ...VAN, path: '/shops/vans/{van}' }, undefined],
  ['a/b', { ...VAN, path: '/{owner}/{van}' }, undefined],
  ['vans/%zz', VAN, undefined],
  [7, VAN, undefined],
])('the identifier in the resource name %j, for the path and the type %j, is %j', (text, value, want) => {
  expect(resourceId(text as never, value)).toBe(want);
});
