import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { itemList } from './item-list.js';
import type { PagingCorrection } from './collection.js';

const ID = { type: 'string', pattern: '^it_[a-z0-9]+$' };
const MORE = { has_more: { type: 'boolean' } };
const LAST = 'The identifier of the last item.';

function list(parameter: JsonObject, envelope: JsonObject, id: JsonObject = ID): JsonObject {
  const items = { type: 'array', items: { type: 'object', properties: { id, uuid: id } } };
  const schema = { type: 'object', properties: { data: items, ...envelope } };
  const get = {
    operationId: 'list',
    parameters: [
      { name: 'limit', in: 'query', schema: { type: 'integer' } },
      { in: 'query', schema: ID, ...parameter },
    ],
    responses: { 200: { description: '', content: { 'application/json': { schema } } } },
  };
  return { '/items': { get } };
}

it.each<[string, JsonObject, boolean]>([
  ['starting_after beside has_more', list({ name: 'starting_after' }, MORE), true],
  ['last_id beside has_more', list({ name: 'last_id' }, MORE), true],
  ['starting_after without has_more and without a description', list({ name: 'starting_after' }, {}), false],
  ['starting_after with a description', list({ name: 'starting_after', description: LAST }, {}), true],
  ['after beside has_more', list({ name: 'after' }, MORE), false],
  ['after with a description', list({ name: 'after', description: LAST }, {}), true],
  ['after for the page after an item', list({ name: 'after', description: 'The page after this item.' }, MORE), true],
  ['after for newer items', list({ name: 'after_id', description: 'Only items after this one.' }, MORE), false],
  [
    'a pattern that excludes the identifiers',
    list({ name: 'starting_after', schema: { type: 'string', pattern: '^us_' } }, MORE),
    false,
  ],
  ['a time', list({ name: 'starting_after', schema: { type: 'string', format: 'date-time' } }, MORE), false],
  ['an identifier of a different type', list({ name: 'starting_after' }, MORE, { type: 'integer' }), false],
])('whether the next page is requested with the identifier of the last element: %s → %s', async (_, paths, want) => {
  const contract = await contractOf({ paths });
  const { next } = itemList(contract, operationOf(contract, 'list')) ?? {};
  expect(next !== undefined && 'by' in next && next.by === 'last').toBe(want);
});

it.each<[PagingCorrection | false, JsonObject | undefined]>([
  [
    { by: 'last', parameter: 'from' },
    { by: 'last', name: 'from', elements: '/data', id: '/id' },
  ],
  [
    { by: 'last', parameter: 'from', pointer: '/uuid' },
    { by: 'last', name: 'from', elements: '/data', id: '/uuid' },
  ],
  [false, undefined],
])('the configuration states how the next page is requested: %o → %o', async (paging, want) => {
  const contract = await contractOf({ paths: list({ name: 'from' }, {}) });
  expect(itemList(contract, operationOf(contract, 'list'), { paging })?.next).toEqual(want);
});

const PREVIOUS = 'Fetches the previous page of the list.';

it.each<[string, JsonObject, string | undefined]>([
  ['ending_before', { name: 'ending_before' }, 'ending_before'],
  ['before with a description of the page', { name: 'before', description: PREVIOUS }, 'before'],
  ['before without a description', { name: 'before' }, undefined],
  ['before for older items', { name: 'before', description: 'Only items before this one.' }, undefined],
  ['a time', { name: 'before', description: PREVIOUS, schema: { type: 'string', format: 'date-time' } }, undefined],
])('the parameter for the page before an element: %s → $2', async (_, parameter, want) => {
  const { '/items': { get } = {} } = list({ name: 'starting_after' }, MORE) as Record<string, { get?: JsonObject }>;
  const { parameters = [] } = get as { parameters?: readonly JsonObject[] };
  const paths = {
    '/items': { get: { ...get, parameters: [...parameters, { in: 'query', schema: ID, ...parameter }] } },
  };
  const contract = await contractOf({ paths });
  expect(itemList(contract, operationOf(contract, 'list'))?.previous).toBe(want);
});
