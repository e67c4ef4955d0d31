import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { isPageLimit, itemList } from './item-list.js';

it.each<[name: string, minimum: number, description: string, want: number]>([
  ['limit', 0, 'The page size.', 0],
  ['limit', 0, 'The page size; 0 means the default.', 1],
  ['page_size', 0, 'The page size.', 1],
  ['page_size', 5, 'The page size.', 5],
])(
  'the smallest page size that is checked, for the parameter %s with the minimum %j and the description "%s" → %j',
  async (name, minimum, text, want) => {
    const schema = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };
    const responses = { 200: { description: 'A page.', content: { 'application/json': { schema } } } };
    const limit: JsonObject = { name, in: 'query', description: text, schema: { type: 'integer', minimum } };
    const contract = await contractOf({
      paths: { '/books': { get: { operationId: 'list', parameters: [limit], responses } } },
    });
    expect(itemList(contract, operationOf(contract, 'list'))?.limit?.minimum).toBe(want);
  },
);

it.each([
  [100, 100],
  [2 ** 31 - 1, undefined],
  [2 ** 63, undefined],
])('the maximum %d of the parameter is the largest page size %s', async (maximum, want) => {
  const schema = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };
  const responses = { 200: { description: 'A page.', content: { 'application/json': { schema } } } };
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', maximum } };
  const contract = await contractOf({
    paths: { '/books': { get: { operationId: 'list', parameters: [limit], responses } } },
  });
  expect(itemList(contract, operationOf(contract, 'list'))?.limit?.maximum).toBe(want);
});

it.each<[names: readonly string[], want: string | undefined]>([
  [['maxSize', 'limit', 'cursor'], 'limit'],
  [['minSize', 'maxSize', 'page'], undefined],
  [['maxSize', 'page'], 'maxSize'],
  [['maxLength', 'page'], undefined],
  [['size', 'page'], 'size'],
  [['itemsPerPage', 'page'], 'itemsPerPage'],
  [['size', 'page', 'page_size'], 'page_size'],
  [['count', 'max_results'], 'max_results'],
])('of the parameters %j, the page size is %s', async (names, want) => {
  const schema = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };
  const responses = { 200: { description: 'A page.', content: { 'application/json': { schema } } } };
  const parameters = names.map((name) => ({ name, in: 'query', schema: { type: 'integer' } }));
  const contract = await contractOf({ paths: { '/files': { get: { operationId: 'list', parameters, responses } } } });
  const operation = operationOf(contract, 'list');
  const limits = operation.parameters.filter((parameter) => isPageLimit(contract, operation, parameter));
  expect([itemList(contract, operation)?.limit?.name, limits.map(({ name }) => name)]).toEqual([
    want,
    want === undefined ? [] : [want],
  ]);
});

it.each([
  ['The maximum number of elements of a page.', 'top'],
  ['The maximum number of elements of all pages together.', undefined],
])('finds the parameter for the page size, if `top` has the description "%s": %s', async (description, want) => {
  const schema = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };
  const responses = { 200: { description: 'A page.', content: { 'application/json': { schema } } } };
  const query = (name: string): JsonObject => ({ name, in: 'query', description, schema: { type: 'integer' } });
  const get = { operationId: 'list', parameters: [query('top'), query('page')], responses };
  const contract = await contractOf({ paths: { '/books': { get } } });
  expect(itemList(contract, operationOf(contract, 'list'))?.limit?.name).toBe(want);
});
