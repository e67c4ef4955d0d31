import { describe, expect, it } from 'vitest';
import { contractOf } from '../fixtures/contracts.js';
import type { Json, JsonObject } from '../json/json.js';
import { itemList } from './item-list.js';
import {
  type ListFilter,
  choiceName,
  choosing,
  chosen,
  listFilters,
  listOrder,
  selectedValue,
} from './list-choices.js';

const STATE = { type: 'string', enum: ['open', 'closed'] };
const MEMBERS = {
  state: { type: ['string', 'null'], enum: ['open', 'closed', 'lost', null] },
  urgent: { type: 'boolean' },
  title: { type: 'string' },
  rank: { type: 'integer' },
  owner_id: { type: ['string', 'null'] },
  language: STATE,
  log_level: STATE,
  is_archived: { type: 'boolean' },
};

async function choices(parameter: JsonObject): Promise<{ readonly filters: Json; readonly order: Json | undefined }> {
  const items = { type: 'array', items: { type: 'object', properties: MEMBERS } };
  const responses = { '200': { description: '', content: { 'application/json': { schema: items } } } };
  const get = { operationId: 'list', parameters: [{ in: 'query', ...parameter }], responses };
  const contract = await contractOf({ paths: { '/items': { get } } });
  const list = itemList(contract, contract.operations[0] as (typeof contract.operations)[number]);
  if (list === undefined) throw new Error('no list');
  const order = listOrder(contract.schemas, list)?.keys.map(({ member, direction = '' }) => `${member} ${direction}`);
  return { filters: listFilters(contract.schemas, list) as unknown as Json, order };
}

describe('a parameter filters a list', () => {
  it.each<[string, JsonObject, readonly Json[] | undefined]>([
    ['by an enumeration of its elements', { name: 'state', schema: STATE }, ['open', 'closed']],
    ['by a boolean', { name: 'urgent', schema: { type: 'boolean' } }, [true, false]],
    ['not by values that no element has', { name: 'state', schema: { enum: ['open', 'all'] } }, undefined],
    ['not by a text, which may be a beginning', { name: 'title', schema: { type: 'string' } }, undefined],
    ['not by a number, which may be a bound', { name: 'rank', schema: { type: 'integer' } }, undefined],
    ['not if it selects a representation', { name: 'language', schema: STATE }, undefined],
    ['not by another name', { name: 'status', schema: STATE }, undefined],
    ['not by one possible value', { name: 'state', schema: { const: 'open' } }, undefined],
    ['not by an identifier of another type', { name: 'owner_id', schema: { type: 'integer' } }, undefined],
    ['not from a header', { name: 'state', in: 'header', schema: STATE }, undefined],
  ])('%s', async (_, parameter, values) => {
    const want = values === undefined ? [] : [{ name: parameter['name'] ?? null, values }];
    expect((await choices(parameter)).filters).toEqual(want);
  });
});

it.each<[string, JsonObject, readonly Json[]]>([
  ['a level, which may be a bound', { name: 'log_level', schema: STATE }, ['open', 'closed']],
  ['a state that is excluded by default', { name: 'is_archived', schema: { type: 'boolean' } }, [true, false]],
  ['an identifier, which may name a group', { name: 'owner_id', schema: { type: 'string' } }, []],
])('a parameter may select further elements: %s', async (_, parameter, values) => {
  const want = [{ name: parameter['name'] ?? null, values, isOpen: true }];
  expect((await choices(parameter)).filters).toEqual(want);
});

it.each<[string, JsonObject, Json]>([
  [
    'the texts true and false select a boolean',
    { name: 'urgent', schema: { enum: ['true', 'false'] } },
    [{ name: 'urgent', values: ['true', 'false'], isText: true }],
  ],
  ['other texts select no boolean', { name: 'urgent', schema: { enum: ['true', 'false', 'all'] } }, []],
  ['texts that may add elements', { name: 'is_archived', schema: { enum: ['true', 'false'] } }, []],
  [
    'a state that the list excludes',
    { name: 'include_archived', schema: { type: 'boolean' } },
    [{ name: 'is_archived', parameter: 'include_archived', values: [false] }],
  ],
  [
    'a state in another spelling',
    { name: 'includeArchived', schema: { type: 'boolean' } },
    [{ name: 'is_archived', parameter: 'includeArchived', values: [false] }],
  ],
  ['a state that no member has', { name: 'include_deleted', schema: { type: 'boolean' } }, []],
  ['another member, which may be expanded', { name: 'include_urgent', schema: { type: 'boolean' } }, []],
  ['a state that is not a boolean', { name: 'include_archived', schema: { enum: ['all', 'none'] } }, []],
])('a parameter has values of its own: %s', async (_, parameter, want) => {
  expect((await choices(parameter)).filters).toEqual(want);
});

it.each<[ListFilter, Json | undefined, Json | undefined]>([
  [{ name: 'urgent', values: [true, false] }, true, true],
  [{ name: 'urgent', values: ['true', 'false'], isText: true }, 'true', true],
  [{ name: 'urgent', values: ['true', 'false'], isText: true }, 'false', false],
  [{ name: 'urgent', values: ['true', 'false'], isText: true }, undefined, undefined],
  [{ name: 'archived', parameter: 'include_archived', values: [false] }, false, false],
  [{ name: 'archived', parameter: 'include_archived', values: [false] }, true, undefined],
])('a filter %j with the value %j selects elements with %j', (filter, value, want) => {
  expect(selectedValue(filter, value)).toBe(want);
});

describe('a parameter orders a list', () => {
  it.each<[string, string, readonly string[], readonly string[] | undefined]>([
    ['by signs', 'sort', ['title', '-rank'], ['title ascending', 'rank descending']],
    ['by words', 'order_by', ['title:asc', 'rank_desc'], ['title ascending', 'rank descending']],
    ['in a direction that is not stated', 'sort', ['title', 'rank'], ['title ', 'rank ']],
    ['not by what is not a member', 'sort', ['title', 'relevance'], undefined],
    ['not by another name', 'mode', ['title', 'rank'], undefined],
  ])('%s', async (_, name, values, want) => {
    expect((await choices({ name, schema: { enum: [...values] } })).order).toEqual(want);
  });
});

it.each<[string, string, JsonObject, Json]>([
  ['in the style of an object', 'filter', { state: STATE, title: { type: 'string' } }, ['filter[state]']],
  ['several', 'where', { state: STATE, urgent: { type: 'boolean' } }, ['where[state]', 'where[urgent]']],
  ['not of a parameter that may exclude elements', 'without', { state: STATE }, []],
])('the members of a parameter filter a list: %s', async (_, name, properties, want) => {
  const parameter = { name, style: 'deepObject', explode: true, schema: { type: 'object', properties } };
  const { filters } = await choices(parameter);
  expect((filters as unknown as readonly ListFilter[]).map(choiceName)).toEqual(want);
});

it('a list of keys orders a list', async () => {
  const schema = { type: 'array', items: { enum: ['title', '-rank'] } };
  expect((await choices({ name: 'sort', explode: false, schema })).order).toEqual([
    'title ascending',
    'rank descending',
  ]);
});

it.each<[string, Parameters<typeof choosing>[0], JsonObject]>([
  ['by itself', { name: 'state' }, { state: 'open' }],
  ['in a list', { name: 'sort', isList: true }, { sort: ['open'] }],
  ['in an object', { name: 'state', within: 'filter' }, { filter: { state: 'open' } }],
])('a filter or an order is set in a query: %s', (_, choice, want) => {
  expect(choosing(choice, 'open')).toEqual(want);
  expect(chosen({ page: 1, ...want }, choice)).toBe('open');
  expect(chosen({ page: 1 }, choice)).toBeUndefined();
});
