import { expect, it } from 'vitest';
import { contractAt, contractOf, operationOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { NO_BODY } from '../../../../contract/wire/message.js';
import { locationOf } from './located-resource.js';

const contract = await contractAt('contract/item-service.openapi.yaml');
const created = operationOf(contract, 'createItem');

it.each<[string, string, string | undefined, string?, boolean?]>([
  ['a Location with an absolute path', '/items/a%2Fb', '/items/a%2Fb', 'getItem'],
  ['a Location relative to the URL of the request', 'items/a', '/items/a', 'getItem'],
  ['a Location with a query', '/items/a?full=1', '/items/a?full=1', 'getItem'],
  ['an absolute URI with this machine as its host', 'http://localhost:1234/items/a', '/items/a', 'getItem'],
  ['a Location with a base path before the path of the contract', '/v1/items/a', '/items/a', 'getItem'],
  ['a Location of the collection', '/items', '/items', 'listItems', true],
  ['a Location with a path that the contract lacks', '/item/a', '/item/a'],
  ['a Location on another host is not followed', 'https://api.example/items/a', undefined],
  ['a Location with dot segments that a parser removes is not followed', '/items/%2e%2e', undefined],
  ['a Location that is not a URI is not followed', 'http://[', undefined],
])(
  'finds the operation that a GET of a Location invokes: %s → $3',
  (_, value, target, operation, isCollection = false) => {
    const reply = { kind: 'response', status: 201, headers: [['Location', value]], body: NO_BODY } as const;
    const found = locationOf(contract, created, '/items', reply);
    expect([found?.target, found?.operation?.id, found?.isCollection ?? false]).toEqual([
      target,
      operation,
      isCollection,
    ]);
    expect(locationOf(contract, created, '/items', { ...reply, status: 200 })).toBeUndefined();
  },
);

it.each<[string, string, string, true?]>([
  ['a Location with the base path', '/v1/items/a', '/items/a'],
  ['a Location relative to the URL of the request', 'items/a', '/items/a'],
  ['a Location without the base path is outside the base path', '/items/a', '/items/a', true],
  ['a URI without the base path is outside the base path', 'http://localhost/items/a', '/items/a', true],
  ['a Location with the base path and a path that the contract lacks', '/v1/item/a', '/item/a'],
  ['a Location that only starts like the base path is outside the base path', '/v12/items/a', '/v12/items/a', true],
])('resolves a Location if the service has the base path /v1: %s → $2', (_, value, target, atOrigin) => {
  const reply = { kind: 'response', status: 201, headers: [['Location', value]], body: NO_BODY } as const;
  const found = locationOf(contract, created, '/items', reply, { basePath: '/v1' });
  expect([found?.target, found?.atOrigin]).toEqual([target, atOrigin]);
});

it.each<[string, string, true?]>([
  ['the host of the service', 'http://127.0.0.1/items/a', true],
  ['the host and port of the service', 'http://127.0.0.1:4010/items/a'],
  ['the host of the service and a different port', 'http://127.0.0.1:8080/items/a'],
  ['another name of the host', 'http://localhost/items/a'],
  ['another scheme', 'https://127.0.0.1/items/a'],
  ['only a path', '/items/a'],
])('finds whether a Location lacks the port of the service: a Location with %s', (_, value, want) => {
  const reply = { kind: 'response', status: 201, headers: [['Location', value]], body: NO_BODY } as const;
  const server = { basePath: '', originWithoutPort: 'http://127.0.0.1' };
  expect(locationOf(contract, created, '/items', reply, server)?.lacksPort).toBe(want);
  expect(locationOf(contract, created, '/items', reply)?.lacksPort).toBeUndefined();
});

it.each<[string, string, string, string | undefined]>([
  ['a Location of the status monitor is followed', 'state', '/jobs/1', '/jobs/1'],
  ['a Location with a path that the contract lacks is followed', 'state', '/job/1', '/job/1'],
  ['a Location of the result of the job is not followed', 'state', '/results/1', undefined],
  ['a Location below the monitor that ends like another path is followed', 'state', '/jobs/1/health', '/jobs/1/health'],
  [
    'a Location of a resource without a progress member is not followed, as it may not exist yet',
    'title',
    '/jobs/1',
    undefined,
  ],
])('the Location of a 202 is followed only if it may be a status monitor: %s', async (_, member, value, want) => {
  const text = { type: 'string' };
  const content = { 'application/json': { schema: { properties: { [member]: text } } } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const read = (operationId: string): JsonObject => ({
    parameters,
    get: { operationId, responses: { '200': { description: '', content } } },
  });
  const accepted = { description: '', headers: { Location: { schema: text } } };
  const jobs = await contractOf({
    paths: {
      '/jobs': { post: { operationId: 'run', responses: { '202': accepted } } },
      '/jobs/{id}': read('getJob'),
      '/results/{id}': read('getResult'),
      '/health': { get: { operationId: 'getHealth', responses: { '200': { description: '' } } } },
    },
  });
  const reply = { kind: 'response', status: 202, headers: [['Location', value]], body: NO_BODY } as const;
  expect(locationOf(jobs, operationOf(jobs, 'run'), '/jobs', reply)?.target).toBe(want);
});
