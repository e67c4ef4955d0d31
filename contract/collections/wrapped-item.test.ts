import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { itemList } from './item-list.js';

const TEXT = { type: 'string' };
const BOOK = object({ id: TEXT, title: TEXT, shelf: object({ id: TEXT, name: TEXT }) });
const OTHER = object({ id: TEXT, name: TEXT });
const BOOKS: JsonObject = { get: { operationId: 'read', ...replies(BOOK) } };

function object(properties: JsonObject): JsonObject {
  return { type: 'object', properties };
}

function replies(schema: JsonObject): JsonObject {
  return { responses: { 200: { description: '', content: { 'application/json': { schema } } } } };
}

function list(page: JsonObject, single: JsonObject = {}): JsonObject {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: TEXT }];
  return {
    '/books': { get: { operationId: 'list', ...replies(page) } },
    ...(Object.keys(single).length > 0 && { '/books/{id}': { parameters, ...single } }),
  };
}

it.each<[string, JsonObject, JsonObject, string | undefined]>([
  ['an entry of a FHIR bundle', { fullUrl: TEXT, resource: BOOK, search: object({ mode: TEXT }) }, BOOKS, '/resource'],
  ['an edge of a GraphQL connection', { cursor: TEXT, node: BOOK }, {}, '/node'],
  ['a hit of a search', { _score: { type: 'number' }, _source: BOOK }, {}, '/_source'],
  ['the member with the name of the item', { book: BOOK }, BOOKS, '/book'],
  ['a member with the schema of the item, beside other members', { book: BOOK, addedBy: OTHER }, BOOKS, '/book'],
  ['an optional member', { item: { oneOf: [BOOK, { type: 'null' }] }, rank: { type: 'integer' } }, BOOKS, '/item'],
  ['an item with an object', { id: TEXT, resource: OTHER }, {}, undefined],
  ['an item with an object and the schema of the read', { ...(BOOK['properties'] as JsonObject) }, BOOKS, undefined],
  ['an object with a different schema from the read', { node: OTHER, cursor: TEXT }, BOOKS, undefined],
  ['an item that refers to another one of its kind', { id: TEXT, title: TEXT, sequel: BOOK }, BOOKS, undefined],
  ['two items', { first: BOOK, second: BOOK }, BOOKS, undefined],
  ['two usual names', { node: OTHER, resource: OTHER }, {}, undefined],
  ['an item with an unusual name and no read', { book: BOOK, cursor: TEXT }, {}, undefined],
  ['an item with a text in place of an object', { node: TEXT, cursor: TEXT }, {}, undefined],
])('finds the place of the item in the elements of a list: %s → $3', async (_, element, single, want) => {
  const contract = await contractOf({ paths: list({ type: 'array', items: object(element) }, single) });
  expect(itemList(contract, operationOf(contract, 'list'))?.item).toBe(want);
});

it.each<[string, JsonObject, readonly string[], true | undefined]>([
  ['it is optional and must have elements', { minItems: 1 }, [], true],
  ['it is required', { minItems: 1 }, ['entry'], undefined],
  ['it may be empty', {}, [], undefined],
])('a list is absent from an empty page if %s', async (_, more, required, want) => {
  const entry = { type: 'array', items: BOOK, ...more };
  const contract = await contractOf({ paths: list({ ...object({ entry }), required: [...required] }) });
  expect(itemList(contract, operationOf(contract, 'list'))?.isOmittedIfEmpty).toBe(want);
});
