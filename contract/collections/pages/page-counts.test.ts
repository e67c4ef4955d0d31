import { expect, it } from 'vitest';
import { contractOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import { itemList } from '../item-list.js';
import { pageCounts } from './page-counts.js';

const INTEGER = { type: 'integer' };
const within = (name: string, properties: JsonObject): JsonObject => ({ [name]: { type: 'object', properties } });
const described = (description: string): JsonObject => ({ ...INTEGER, description });

/**
 * The pointers to numbers of pages and of remaining elements that are found in a reply. Beside the list, the reply has
 * the members `properties`, and the headers `headers`.
 */
async function found(properties: JsonObject, page: JsonObject | undefined, headers: JsonObject = {}): Promise<unknown> {
  const items = { type: 'array', items: { type: 'object' } };
  const schema = { type: 'object', properties: { items, ...properties } };
  const responses = { '200': { description: '', headers, content: { 'application/json': { schema } } } };
  const parameters = page === undefined ? [] : [{ in: 'query', name: 'page', schema: { ...INTEGER, ...page } }];
  const contract = await contractOf({ paths: { '/items': { get: { operationId: 'list', parameters, responses } } } });
  const [operation] = contract.operations;
  const list = operation && itemList(contract, operation);
  return list && Object.values(pageCounts(contract, list)).flat().join(' ');
}

it.each<[string, JsonObject, JsonObject | undefined, string]>([
  ['totalPages', { totalPages: INTEGER }, {}, '/totalPages'],
  ['total_pages of a page', within('page', { total_pages: INTEGER }), { minimum: 0 }, '/page/total_pages'],
  ['last_page', { last_page: INTEGER }, { minimum: 1 }, '/last_page'],
  ['no last_page if pages are counted from 0', { last_page: INTEGER }, { minimum: 0 }, ''],
  ['a page_count with a clear text', { page_count: described('The number of pages.') }, {}, '/page_count'],
  ['no page_count without a text', { page_count: INTEGER }, {}, ''],
  ['no estimate', { total_pages: described('An estimated number.') }, {}, ''],
  ['no text', { total_pages: { type: 'string' } }, {}, ''],
  ['no number of a list without pages', { total_pages: INTEGER }, undefined, ''],
  ['remainingItemCount', within('metadata', { remainingItemCount: INTEGER }), {}, '/metadata/remainingItemCount'],
  ['no remaining requests', { remaining: INTEGER }, {}, ''],
  [
    'no remainingItemCount for estimates',
    { remainingItemCount: described('Intended for estimating the size of a collection.') },
    {},
    '',
  ],
])('finds the numbers of pages and of remaining elements: %s → $3', async (_, properties, page, want) => {
  expect(await found(properties, page)).toBe(want);
});

it('finds the number of pages in a header', async () => {
  expect(await found({}, {}, { 'X-Total-Pages': { schema: INTEGER } })).toBe('x-total-pages');
});
