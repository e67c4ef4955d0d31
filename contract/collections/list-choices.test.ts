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
  selectedValues,
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
  deletedAt: { type: ['string', 'null'], format: 'date-time' },
  expired_at: { type: ['string', 'null'], format: 'date-time' },
  closed_at: { type: 'string', format: 'date-time' },
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
    ['by an enumerated member of its elements', { name: 'state', schema: STATE }, ['open', 'closed']],
    ['by a boolean member of its elements', { name: 'urgent', schema: { type: 'boolean' } }, [true, false]],
    [
      'not if an element cannot have one of the values',
      { name: 'state', schema: { enum: ['open', 'all'] } },
      undefined,
    ],
    [
      'not by a free text, which may match only the start of a member',
      { name: 'title', schema: { type: 'string' } },
      undefined,
    ],
    ['not by a number, which may be a minimum or maximum', { name: 'rank', schema: { type: 'integer' } }, undefined],
    ['not if the parameter selects a language', { name: 'language', schema: STATE }, undefined],
    ['not if no member has the name of the parameter', { name: 'status', schema: STATE }, undefined],
    ['not if the parameter has only one possible value', { name: 'state', schema: { const: 'open' } }, undefined],
    [
      'not if an identifier has a different type in the elements',
      { name: 'owner_id', schema: { type: 'integer' } },
      undefined,
    ],
    ['not if the parameter is a header', { name: 'state', in: 'header', schema: STATE }, undefined],
  ])('%s', async (_, parameter, values) => {
    const want = values === undefined ? [] : [{ name: parameter['name'] ?? null, values }];
    expect((await choices(parameter)).filters).toEqual(want);
  });
});

it.each<[string, JsonObject, readonly Json[]]>([
  ['a level may be a minimum', { name: 'log_level', schema: STATE }, ['open', 'closed']],
  ['a list may exclude a state by default', { name: 'is_archived', schema: { type: 'boolean' } }, [true, false]],
  ['an identifier may name a group', { name: 'owner_id', schema: { type: 'string' } }, []],
])('a filter may also select elements with a different value: %s', async (_, parameter, values) => {
  const want = [{ name: parameter['name'] ?? null, values, isOpen: true }];
  expect((await choices(parameter)).filters).toEqual(want);
});

it.each<[string, JsonObject, Json]>([
  [
    'the texts true and false select by a boolean member',
    { name: 'urgent', schema: { enum: ['true', 'false'] } },
    [{ name: 'urgent', values: ['true', 'false'], isText: true }],
  ],
  ['other texts do not select by a boolean member', { name: 'urgent', schema: { enum: ['true', 'false', 'all'] } }, []],
  ['texts that may add elements are no filter', { name: 'is_archived', schema: { enum: ['true', 'false'] } }, []],
  [
    'the parameter includes a state that the list excludes',
    { name: 'include_archived', schema: { type: 'boolean' } },
    [{ name: 'is_archived', parameter: 'include_archived', isAdded: true, values: [false] }],
  ],
  [
    'the parameter has a different spelling of the state',
    { name: 'includeArchived', schema: { type: 'boolean' } },
    [{ name: 'is_archived', parameter: 'includeArchived', isAdded: true, values: [false] }],
  ],
  [
    'a member has the time since when an element has the state',
    { name: 'include_deleted', schema: { type: 'boolean' } },
    [{ name: 'deletedAt', parameter: 'include_deleted', isAdded: true, values: [false], isTime: true }],
  ],
  ['the time may be in the future', { name: 'include_expired', schema: { type: 'boolean' } }, []],
  ['the time is never null', { name: 'include_closed', schema: { type: 'boolean' } }, []],
  ['no member has the state of the parameter', { name: 'include_hidden', schema: { type: 'boolean' } }, []],
  ['the parameter may expand a member', { name: 'include_urgent', schema: { type: 'boolean' } }, []],
  ['the parameter is not a boolean', { name: 'include_archived', schema: { enum: ['all', 'none'] } }, []],
])(
  'finds the filter of a parameter whose values differ from the values of the member: %s',
  async (_, parameter, want) => {
    expect((await choices(parameter)).filters).toEqual(want);
  },
);

it.each<[ListFilter, Json | undefined, readonly Json[] | undefined]>([
  [{ name: 'urgent', values: [true, false] }, true, [true]],
  [{ name: 'urgent', values: [true, false] }, null, undefined],
  [{ name: 'urgent', values: ['true', 'false'], isText: true }, 'true', [true]],
  [{ name: 'urgent', values: ['true', 'false'], isText: true }, 'false', [false]],
  [{ name: 'urgent', values: ['true', 'false'], isText: true, isArray: true }, ['false', 'true'], [false, true]],
  [{ name: 'urgent', values: ['true', 'false'], isText: true }, undefined, undefined],
  [{ name: 'archived', parameter: 'include_archived', isAdded: true, values: [false] }, false, [false]],
  [{ name: 'state', values: ['open', 'closed'], isArray: true }, ['open'], ['open']],
  [{ name: 'state', values: ['open', 'closed'], isArray: true }, [], undefined],
  [{ name: 'state', values: ['open', 'closed'], isArray: true }, ['open', null], undefined],
  [{ name: 'archived', parameter: 'include_archived', isAdded: true, values: [false] }, true, undefined],
  [{ name: 'deletedAt', parameter: 'include_deleted', isAdded: true, values: [false], isTime: true }, false, [null]],
])('the filter %j with the value %j selects elements whose member is one of %j', (filter, value, want) => {
  expect(selectedValues(filter, value)).toEqual(want);
});

it.each<[string, string, JsonObject, Json]>([
  ['by an enumerated member', 'state', STATE, [{ name: 'state', values: ['open', 'closed'], isArray: true }]],
  [
    'by a member with the name before the brackets',
    'state[]',
    STATE,
    [{ name: 'state', values: ['open', 'closed'], isArray: true, parameter: 'state[]' }],
  ],
  [
    'by a level, of which a service may include higher ones',
    'log_level',
    STATE,
    [{ name: 'log_level', values: ['open', 'closed'], isOpen: true, isArray: true }],
  ],
  ['not by an identifier', 'owner_id', { type: 'string' }, []],
  ['not if an element cannot have one of the values', 'state', { enum: ['open', 'all'] }, []],
  ['not by a free text', 'title', { type: 'string' }, []],
])('an array of values filters a list: %s', async (_, name, items, want) => {
  expect((await choices({ name, schema: { type: 'array', items } })).filters).toEqual(want);
});

describe('a parameter orders a list', () => {
  it.each<[string, string, readonly string[], readonly string[] | undefined]>([
    ['by members with a sign for the direction', 'sort', ['title', '-rank'], ['title ascending', 'rank descending']],
    [
      'by members with a word for the direction',
      'order_by',
      ['title:asc', 'rank_desc'],
      ['title ascending', 'rank descending'],
    ],
    ['in an unknown direction if the values state no direction', 'sort', ['title', 'rank'], ['title ', 'rank ']],
    ['not if a value does not name a member', 'sort', ['title', 'relevance'], undefined],
    ['not if the parameter has an unrelated name', 'mode', ['title', 'rank'], undefined],
  ])('%s', async (_, name, values, want) => {
    expect((await choices({ name, schema: { enum: [...values] } })).order).toEqual(want);
  });
});

it.each<[string, string, JsonObject, Json]>([
  ['one member of a deep object', 'filter', { state: STATE, title: { type: 'string' } }, ['filter[state]']],
  [
    'several members of a deep object',
    'where',
    { state: STATE, urgent: { type: 'boolean' } },
    ['where[state]', 'where[urgent]'],
  ],
  ['no member of a parameter that may exclude elements', 'without', { state: STATE }, []],
])('finds the members of a parameter that filter a list: %s', async (_, name, properties, want) => {
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
  ['as a whole parameter', { name: 'state' }, { state: 'open' }],
  ['as an element of a list', { name: 'sort', isList: true }, { sort: ['open'] }],
  ['as a member of an object', { name: 'state', within: 'filter' }, { filter: { state: 'open' } }],
])('a filter or an order is set in a query: %s', (_, choice, want) => {
  expect(choosing(choice, 'open')).toEqual(want);
  expect(chosen({ page: 1, ...want }, choice)).toBe('open');
  expect(chosen({ page: 1 }, choice)).toBeUndefined();
});
