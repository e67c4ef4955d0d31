import { expect, it } from 'vitest';
import { contractOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { itemList } from './item-list.js';

const INTEGER = { type: 'integer' };
const LIMIT = { name: 'limit', in: 'query', schema: INTEGER };

it.each<[string, JsonObject, readonly JsonObject[], string | undefined]>([
  ['total', { total: INTEGER }, [LIMIT], '/total'],
  [
    'totalElements',
    { page: { type: 'object', properties: { totalElements: INTEGER } } },
    [LIMIT],
    '/page/totalElements',
  ],
  ['total_size', { total_size: INTEGER }, [LIMIT], '/total_size'],
  ['no total in an estimate', { total: { ...INTEGER, description: 'An approximate count.' } }, [LIMIT], undefined],
  ['total_count', { meta: { type: 'object', properties: { total_count: INTEGER } } }, [LIMIT], '/meta/total_count'],
  ['no total in `count`, which may be the size of one page', { count: INTEGER }, [LIMIT], undefined],
  ['no total in `total_pages`', { total_pages: INTEGER }, [LIMIT], undefined],
  [
    'no total in a number of the page',
    { total: { ...INTEGER, description: 'Items in this page.' } },
    [LIMIT],
    undefined,
  ],
  ['numberMatched', { numberMatched: INTEGER, numberReturned: INTEGER }, [LIMIT], '/numberMatched'],
  ['hydra:totalItems', { 'hydra:totalItems': INTEGER }, [LIMIT], '/hydra:totalItems'],
  ['@odata.count', { '@odata.count': INTEGER }, [LIMIT], '/@odata.count'],
  ['no total in a member that is not an integer', { total: { type: 'number' } }, [LIMIT], undefined],
  ['no total in a list without pages', { total: INTEGER }, [], undefined],
  ['no total if two members have the name of a total', { total: INTEGER, total_items: INTEGER }, [LIMIT], undefined],
])('finds the member with the total number of elements: %s → $3', async (_, properties, parameters, want) => {
  const items = { type: 'array', items: { type: 'object' } };
  const schema = { type: 'object', properties: { items, ...properties } };
  const responses = { '200': { description: '', content: { 'application/json': { schema } } } };
  const contract = await contractOf({ paths: { '/items': { get: { operationId: 'list', parameters, responses } } } });
  const list = itemList(contract, contract.operations[0] as (typeof contract.operations)[number]);
  expect(list?.total).toBe(want);
});

it.each<[JsonObject, JsonObject, string | undefined]>([
  [{ '@odata.count': INTEGER }, { name: '$count', schema: { type: 'boolean' } }, '$count'],
  [{ total: INTEGER }, { name: 'include_total', schema: { type: 'boolean' } }, 'include_total'],
  [{ total: INTEGER }, { name: 'count', schema: INTEGER }, undefined],
  [{ size: INTEGER }, { name: 'include_total', schema: { type: 'boolean' } }, undefined],
])('finds the parameter that requests the total: members %j, parameter %j → %s', async (members, parameter, want) => {
  const schema = { type: 'object', properties: { items: { type: 'array', items: { type: 'object' } }, ...members } };
  const responses = { '200': { description: '', content: { 'application/json': { schema } } } };
  const get = { operationId: 'list', parameters: [LIMIT, { in: 'query', ...parameter }], responses };
  const contract = await contractOf({ paths: { '/items': { get } } });
  const [operation] = contract.operations;
  expect(operation && itemList(contract, operation)?.counted).toBe(want);
});

const COUNTED = 'A JSON object with `totalCount` (all items), `pageSize` and `currentPage`.';

it.each<[string, string, JsonObject, string | undefined]>([
  ['the text of the header', 'X-Pagination', { description: COUNTED, schema: { type: 'string' } }, 'totalCount'],
  ['the text of the schema', 'Pagination', { schema: { type: 'string', description: COUNTED } }, 'totalCount'],
  ['a header with an unrelated name', 'X-Debug', { description: COUNTED }, undefined],
  ['a text without JSON', 'X-Pagination', { description: '`totalCount=12`' }, undefined],
  ['two totals', 'X-Pagination', { description: 'JSON with `totalCount` and `total`.' }, undefined],
  ['a name that is not quoted', 'X-Pagination', { description: 'The total as JSON.' }, undefined],
])('finds the total in a JSON object in a header: %s', async (_, name, header, want) => {
  const content = { 'application/json': { schema: { type: 'array', items: { type: 'object' } } } };
  const responses = { '200': { description: '', headers: { [name]: header }, content } };
  const get = { operationId: 'list', parameters: [LIMIT], responses };
  const contract = await contractOf({ paths: { '/items': { get } } });
  const [operation] = contract.operations;
  const list = operation && itemList(contract, operation);
  expect(list?.totalMember).toBe(want);
  expect(list?.totalHeader).toBe(want && name.toLowerCase());
});
