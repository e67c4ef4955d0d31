import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { RequestMessage } from '../../../contract/wire/message.js';
import type { Backend } from '../../backends/backend.js';
import { bodyReferences } from './body-references.js';

const reply = { description: 'A reply.', content: { 'application/json': { schema: {} } } };
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const BOOK = {
  properties: {
    title: { type: 'string' },
    author_id: { type: 'integer' },
    categoryIds: { type: 'array', items: { type: 'string' } },
    lines: { items: { properties: { author: { type: 'integer' } } } },
    shop_id: { type: 'integer' },
    author: { type: 'object', properties: { id: { type: 'integer' } } },
    authors: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
    cover: { type: 'object', properties: { id: { type: 'integer' } } },
  },
};

const contract = await contractOf({
  paths: {
    '/authors': { get: { operationId: 'listAuthors', responses: { '200': reply } } },
    '/authors/{id}': { get: { operationId: 'getAuthor', parameters: [ID], responses: { '200': reply } } },
    '/categories/': { get: { operationId: 'listCategories', responses: { '200': reply } } },
    '/categories/{id}/': { get: { operationId: 'getCategory', parameters: [ID], responses: { '200': reply } } },
    '/books': {
      post: {
        operationId: 'createBook',
        requestBody: { content: { 'application/json': { schema: BOOK } } },
        responses: { '201': reply },
      },
    },
  },
});

/**
 * A service with authors in its initial state. Each process of the service has the ids in the next element of
 * `authors`. `accepts` decides whether the service accepts a body.
 */
function service(
  authors: readonly (readonly number[])[],
  accepts: (body: JsonObject, authors: readonly number[]) => boolean,
): Backend {
  let processes = 0;
  const start = async (): ReturnType<Backend['start']> => {
    const own = authors[processes] ?? [];
    processes += 1;
    const respond = async ({ method, target, body }: RequestMessage) => {
      const [, list, id] = /^\/(authors|categories)\/?(\d*)\/?$/.exec(target) ?? [];
      const known = list === 'authors' ? own : [7];
      const sent = method === 'POST' ? (JSON.parse(Buffer.from(body).toString()) as Json) : null;
      const isFound = id === '' || known.includes(Number(id));
      const status = isJsonObject(sent) ? (accepts(sent, own) ? 201 : 400) : isFound ? 200 : 404;
      const items = known.map((each) => ({ id: each }));
      const headers = [['content-type', 'application/json']] as const;
      return Promise.resolve({
        kind: 'response',
        status,
        headers,
        body: Buffer.from(JSON.stringify(id === '' ? items : {})),
      } as const);
    };
    return Promise.resolve({ respond, reset: async () => Promise.resolve(), stop: async () => Promise.resolve() });
  };
  return { kind: 'reference', isolated: true, start };
}

async function found(backend: Backend, body: JsonObject, configured: readonly string[] = []): Promise<JsonObject> {
  const references = await bodyReferences(
    {
      contract,
      operations: contract.operations,
      credentials: { token: 't' },
      values: new Map(configured.map((name) => [name, { known: [1], only: false }] as const)),
      inputOf: () => ({}),
      inputsOf: () => [{ body: { title: 'a' } }, { body: { ...body, title: '' } }, { body }],
      stopped: () => false,
      signal: new AbortController().signal,
    },
    backend,
  );
  return Object.fromEntries([...references].map(([name, { known }]) => [name, known]));
}

const BOTH = [
  [3, 4],
  [3, 4],
];
const hasAuthor = ({ author_id: id }: JsonObject, authors: readonly number[]): boolean => authors.includes(Number(id));

const idIn = (value: Json | undefined): Json | undefined => ownValue(value ?? null, 'id');

it.each<[string, Backend, JsonObject, JsonObject]>([
  [
    'a member is found if the service refuses its made-up value',
    service(BOTH, hasAuthor),
    { author_id: 0 },
    { author_id: [3, 4, null] },
  ],
  [
    'a member has only the identifiers that the service accepts',
    service(BOTH, (body, authors) => hasAuthor(body, authors) && body['author_id'] === 4),
    { author_id: 0 },
    { author_id: [4, null] },
  ],
  ['a member is not found if the service accepts its made-up value', service(BOTH, () => true), { author_id: 0 }, {}],
  [
    'a member is not found if the service also refuses the identifiers of existing items',
    service(BOTH, () => false),
    { author_id: 0 },
    {},
  ],
  [
    'members are searched in the first input that the service accepts',
    service(BOTH, (body, authors) => body['title'] !== '' && hasAuthor(body, authors)),
    { author_id: 0 },
    { author_id: [3, 4, null] },
  ],
  [
    'an identifier is not used if only one process of the service has the item',
    service([[3], [4]], hasAuthor),
    { author_id: 0 },
    {},
  ],
  [
    'a member is not found if no collection has its name',
    service(BOTH, ({ shop_id: id }) => id === 3),
    { shop_id: 0 },
    {},
  ],
  [
    'a member inside the elements of a list is found',
    service(BOTH, ({ lines }, authors) =>
      (lines as JsonObject[]).every(({ author }) => authors.includes(Number(author))),
    ),
    { lines: [{ author: 0 }, { author: 1 }] },
    { author: [3, 4, null] },
  ],
  [
    'the identifier in an object with the name of the items is found',
    service(BOTH, ({ author }, authors) => isJsonObject(author ?? null) && authors.includes(Number(idIn(author)))),
    { author: { id: 0 } },
    { 'author.id': [3, 4, null] },
  ],
  [
    'the identifiers in a list of objects with the name of the items are found',
    service(BOTH, ({ authors: sent }, authors) =>
      (sent as JsonObject[]).every((each) => authors.includes(Number(idIn(each)))),
    ),
    { authors: [{ id: 0 }, { id: 1 }] },
    { 'authors.id': [3, 4, null] },
  ],
  [
    'the identifier in an object is not found if no collection has the name of the object',
    service(BOTH, ({ cover }) => idIn(cover) === 3),
    { cover: { id: 0 } },
    {},
  ],
  [
    'the identifier in an object is not found if the service accepts its made-up value',
    service(BOTH, () => true),
    { author: { id: 0 } },
    {},
  ],
  [
    'a member with a list of identifiers is found, with identifiers of the right type',
    service(BOTH, ({ categoryIds }) => JSON.stringify(categoryIds) === '["7"]'),
    { categoryIds: ['x'] },
    { categoryIds: [['7'], null] },
  ],
  [
    'two members are found if the service needs both',
    service(BOTH, (body, authors) => hasAuthor(body, authors) && JSON.stringify(body['categoryIds']) === '["7"]'),
    { author_id: 0, categoryIds: ['x'] },
    { author_id: [3, 4, null], categoryIds: [['7'], null] },
  ],
])('finds members whose values must identify existing items: %s', async (_, backend, body, want) => {
  expect(await found(backend, body)).toEqual(want);
});

it('a member with configured values is not searched for references', async () => {
  expect(await found(service(BOTH, hasAuthor), { author_id: 0 }, ['author_id'])).toEqual({});
});
