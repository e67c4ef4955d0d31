import { describe, expect, it } from 'vitest';
import { contractOf } from '../fixtures/contracts.js';
import type { Json, JsonObject } from '../json/json.js';
import { itemList } from './item-list.js';
import { type ListFilter, choiceName, choosing, chosen, listFilters, selectedValues } from './list-choices.js';

const STATE = { type: 'string', enum: ['open', 'closed'] };
const MEMBERS = {
  state: { type: ['string', 'null'], enum: ['open', 'closed', 'lost', null] },
  urgent: { type: 'boolean' },
  title: { type: 'string' },
  path: { type: 'string' },
  rank: { type: 'integer' },
  owner_id: { type: ['string', 'null'] },
  language: STATE,
  log_level: STATE,
  is_archived: { type: 'boolean' },
  deletedAt: { type: ['string', 'null'], format: 'date-time' },
  expired_at: { type: ['string', 'null'], format: 'date-time' },
  closed_at: { type: 'string', format: 'date-time' },
};

async function choices(parameter: JsonObject): Promise<{ readonly filters: Json }> {
  const items = { type: 'array', items: { type: 'object', properties: MEMBERS } };
  const responses = { '200': { description: '', content: { 'application/json': { schema: items } } } };
  const get = { operationId: 'list', parameters: [{ in: 'query', ...parameter }], responses };
  const contract = await contractOf({ paths: { '/items': { get } } });
  const list = itemList(contract, contract.operations[0] as (typeof contract.operations)[number]);
  if (list === undefined) throw new Error('no list');
  return { filters: listFilters(contract.schemas, list) as unknown as Json };
}

it('a string parameter with the name of a member is a filter that may match a part of the member', async () => {
  const want = [{ name: 'title', values: [], isOpen: true, isLoose: true }];
  expect((await choices({ name: 'title', schema: { type: 'string' } })).filters).toEqual(want);
});

describe('listFilters', () => {
  it.each<[string, JsonObject, readonly Json[] | undefined]>([
    ['a parameter with the enumeration of a member is a filter', { name: 'state', schema: STATE }, ['open', 'closed']],
    [
      'a parameter with the name of a boolean member is a filter',
      { name: 'urgent', schema: { type: 'boolean' } },
      [true, false],
    ],
    [
      'a parameter is not a filter if a member cannot have one of its values',
      { name: 'state', schema: { enum: ['open', 'all'] } },
      undefined,
    ],
    ['a string is not a filter if the member is a time', { name: 'closed_at', schema: { type: 'string' } }, undefined],
    [
      'a string is not a filter if its name is that of a parent or a path',
      { name: 'path', schema: { type: 'string' } },
      undefined,
    ],
    [
      'a number is not a filter, because it may be a minimum or maximum',
      { name: 'rank', schema: { type: 'integer' } },
      undefined,
    ],
    ['a parameter that selects a language is not a filter', { name: 'language', schema: STATE }, undefined],
    [
      'a parameter that selects elements with a language is a filter',
      { name: 'language', schema: STATE, description: 'Only books with this language.' },
      ['open', 'closed'],
    ],
    [
      'a parameter that selects texts in a language is not a filter',
      { name: 'language', schema: STATE, description: 'Only texts in this language are returned.' },
      undefined,
    ],
    ...[
      'Prefers books with this language.',
      'Only books with this language or without one.',
      'Only books with this language are shown first.',
      'Only books with this language. Books without one are always returned.',
      'Returns only the translations with this language.',
      'Shows only texts that have the given language.',
    ].map((description): [string, JsonObject, undefined] => [
      `a parameter that does not select elements with a language is not a filter: ${description}`,
      { name: 'language', schema: STATE, description },
      undefined,
    ]),
    [
      'a parameter that selects elements with a language code is a filter',
      { name: 'language', schema: STATE, description: 'Only books with this language code are returned.' },
      ['open', 'closed'],
    ],
    ['a parameter is not a filter if no member has its name', { name: 'status', schema: STATE }, undefined],
    [
      'a parameter with only one possible value is not a filter',
      { name: 'state', schema: { const: 'open' } },
      undefined,
    ],
    [
      'an identifier is not a filter if the member has a different type',
      { name: 'owner_id', schema: { type: 'integer' } },
      undefined,
    ],
    ['a header is not a filter', { name: 'state', in: 'header', schema: STATE }, undefined],
  ])('%s', async (_, parameter, values) => {
    const want = values === undefined ? [] : [{ name: parameter['name'] ?? null, values }];
    expect((await choices(parameter)).filters).toEqual(want);
  });
});

it.each<[string, JsonObject, readonly Json[]]>([
  ['a level, which may be a minimum', { name: 'log_level', schema: STATE }, ['open', 'closed']],
  ['a state that lists may exclude by default', { name: 'is_archived', schema: { type: 'boolean' } }, [true, false]],
  ['an identifier, which may name a group', { name: 'owner_id', schema: { type: 'string' } }, []],
])('a filter may also select elements with a different value: %s', async (_, parameter, values) => {
  const want = [{ name: parameter['name'] ?? null, values, isOpen: true }];
  expect((await choices(parameter)).filters).toEqual(want);
});

it.each<[string, JsonObject, Json]>([
  [
    'the strings true and false filter by a boolean member',
    { name: 'urgent', schema: { enum: ['true', 'false'] } },
    [{ name: 'urgent', values: ['true', 'false'], isText: true }],
  ],
  [
    'strings other than true and false are not a filter by a boolean member',
    { name: 'urgent', schema: { enum: ['true', 'false', 'all'] } },
    [],
  ],
  [
    'the strings true and false are not a filter by a state, because they may add elements',
    { name: 'is_archived', schema: { enum: ['true', 'false'] } },
    [],
  ],
  [
    'include_archived is a filter, because it adds elements that the list excludes',
    { name: 'include_archived', schema: { type: 'boolean' } },
    [{ name: 'is_archived', parameter: 'include_archived', isAdded: true, values: [false] }],
  ],
  [
    'includeArchived is a filter by the member is_archived',
    { name: 'includeArchived', schema: { type: 'boolean' } },
    [{ name: 'is_archived', parameter: 'includeArchived', isAdded: true, values: [false] }],
  ],
  [
    'include_deleted is a filter by the time in the member deletedAt',
    { name: 'include_deleted', schema: { type: 'boolean' } },
    [{ name: 'deletedAt', parameter: 'include_deleted', isAdded: true, values: [false], isTime: true }],
  ],
  [
    'include_expired is not a filter by expired_at, which may be in the future',
    { name: 'include_expired', schema: { type: 'boolean' } },
    [],
  ],
  [
    'include_closed is not a filter by closed_at, which is never null',
    { name: 'include_closed', schema: { type: 'boolean' } },
    [],
  ],
  [
    'include_hidden is not a filter if no member has the state',
    { name: 'include_hidden', schema: { type: 'boolean' } },
    [],
  ],
  [
    'include_urgent is not a filter, because it may add a member to each element',
    { name: 'include_urgent', schema: { type: 'boolean' } },
    [],
  ],
  [
    'include_archived is not a filter if it is not a boolean',
    { name: 'include_archived', schema: { enum: ['all', 'none'] } },
    [],
  ],
])('%s', async (_, parameter, want) => {
  expect((await choices(parameter)).filters).toEqual(want);
});

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
  [{ name: 'state', isArray: true, values: ['open', 'closed'] }, ['open', 'closed'], ['open', 'closed']],
  [{ name: 'state', isArray: true, values: ['open', 'closed'] }, ['open,closed'], undefined],
  [{ name: 'archived', parameter: 'include_archived', isAdded: true, values: [false] }, true, undefined],
  [{ name: 'deletedAt', parameter: 'include_deleted', isAdded: true, values: [false], isTime: true }, false, [null]],
])(
  'the filter %j with the value %j selects these values of the member (undefined: all values): %j',
  (filter, value, want) => {
    expect(selectedValues(filter, value)).toEqual(want);
  },
);

it.each<[string, string, JsonObject, Json]>([
  [
    'an array with the enumeration of a member is a filter',
    'state',
    STATE,
    [{ name: 'state', values: ['open', 'closed'], isArray: true }],
  ],
  [
    'an array is a filter by the member with its name before the brackets',
    'state[]',
    STATE,
    [{ name: 'state', values: ['open', 'closed'], isArray: true, parameter: 'state[]' }],
  ],
  [
    'an array of levels is a filter by these levels',
    'log_level',
    STATE,
    [{ name: 'log_level', values: ['open', 'closed'], isArray: true }],
  ],
  ['an array of identifiers is not a filter', 'owner_id', { type: 'string' }, []],
  ['a parameter is not a filter if a member cannot have one of its values', 'state', { enum: ['open', 'all'] }, []],
  ['an array of unrestricted strings is not a filter', 'title', { type: 'string' }, []],
])('%s', async (_, name, items, want) => {
  expect((await choices({ name, schema: { type: 'array', items } })).filters).toEqual(want);
});

it.each<[string, string, JsonObject, Json]>([
  [
    'the parameter `filter` contains one filter',
    'filter',
    { state: STATE, rank: { type: 'integer' } },
    ['filter[state]'],
  ],
  [
    'the parameter `where` contains several filters',
    'where',
    { state: STATE, urgent: { type: 'boolean' } },
    ['where[state]', 'where[urgent]'],
  ],
  ['the parameter `without` contains no filter, because it may exclude elements', 'without', { state: STATE }, []],
])('filters in an object parameter: %s', async (_, name, properties, want) => {
  const parameter = { name, style: 'deepObject', explode: true, schema: { type: 'object', properties } };
  const { filters } = await choices(parameter);
  expect((filters as unknown as readonly ListFilter[]).map(choiceName)).toEqual(want);
});

it.each<[string, Parameters<typeof choosing>[0], JsonObject]>([
  ['the value of a parameter', { name: 'state' }, { state: 'open' }],
  ['the element of a list', { name: 'sort', isList: true }, { sort: ['open'] }],
  ['a member of an object parameter', { name: 'state', within: 'filter' }, { filter: { state: 'open' } }],
])('a filter or an order is set in a query as %s', (_, choice, want) => {
  expect(choosing(choice, 'open')).toEqual(want);
  expect(chosen({ page: 1, ...want }, choice)).toBe('open');
  expect(chosen({ page: 1 }, choice)).toBeUndefined();
});
