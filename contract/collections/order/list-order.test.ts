import { expect, it } from 'vitest';
import { contractOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import { itemList } from '../item-list.js';
import { type ListOrder, chosenKey, listOrder, setsOrder } from './list-order.js';

const TEXT = { type: 'string' };
const TIME = { type: ['string', 'null'], format: 'date-time' };
const MEMBERS = {
  title: TEXT,
  rank: { type: 'integer' },
  price: { type: 'string', pattern: '^\\d+\\.\\d{2}$' },
  created_at: TIME,
  desc: TEXT,
  costs: { type: 'object', properties: { EUR: { type: 'integer' }, USD: { type: 'number' } } },
};

/** The sort keys that are found for a list with one parameter, as `<member> <direction>`: `title ascending`. */
async function keys(
  name: string,
  schema: JsonObject,
  members: JsonObject = MEMBERS,
): Promise<readonly string[] | undefined> {
  const order = await orderBy([{ name, explode: false, schema }], members);
  return order?.keys.map(({ member, direction = '', isDecimal, amounts }) =>
    [member, `${direction}${isDecimal ? ' #' : ''}`, ...(amounts === undefined ? [] : [amounts.join()])].join(' '),
  );
}

async function orderBy(
  parameters: readonly JsonObject[],
  members: JsonObject = MEMBERS,
  description = '',
): Promise<ListOrder | undefined> {
  const items = { type: 'array', items: { type: 'object', properties: members } };
  const responses = { '200': { description: '', content: { 'application/json': { schema: items } } } };
  const query = parameters.map((each) => ({ in: 'query', ...each }));
  const get = { operationId: 'list', description, parameters: query, responses };
  const contract = await contractOf({ paths: { '/items': { get } } });
  const [operation] = contract.operations;
  const list = operation && itemList(contract, operation);
  return list && listOrder(contract, list);
}

it.each<[string, string, readonly string[], readonly string[] | undefined]>([
  [
    'a sign before the name of a member states the direction',
    'sort',
    ['title', '-rank'],
    ['title ascending', 'rank descending'],
  ],
  [
    'a word after the name of a member states the direction',
    'order_by',
    ['title:asc', 'rank_desc'],
    ['title ascending', 'rank descending'],
  ],
  ['the direction is unknown if no value states a direction', 'sort', ['title', 'rank'], ['title ', 'rank ']],
  ['a value that names no member is not a sort key', 'sort', ['relevance', 'title'], ['title ']],
  [
    'if a value names no member, a name without a sign has a direction only if the name with a minus exists',
    'sort',
    ['-popular', 'title', 'rank', '-rank'],
    ['title ', 'rank ascending', 'rank descending'],
  ],
  ['a value denotes the time with its name', 'sort', ['created desc'], ['created_at descending']],
  ['a value denotes the time with a different spelling', 'sort', ['-createdAt'], ['created_at descending']],
  ['a member with decimal numbers as texts is sorted as numbers', 'sort', ['price'], ['price  #']],
  [
    'an object with amounts of money is sorted by one of them',
    'sort',
    ['cost', '-cost'],
    ['costs ascending EUR,USD', 'costs descending EUR,USD'],
  ],
  ['a value that names only a direction is not a sort key', 'order', ['asc', 'desc'], undefined],
  ['no value names a member', 'sort', ['relevance', 'updated'], undefined],
  ['a parameter with an unrelated name states no order', 'mode', ['title', 'rank'], undefined],
])('finds the sort keys of an order parameter: %s → $3', async (_, name, values, want) => {
  expect(await keys(name, { enum: [...values] })).toEqual(want);
});

it('a parameter that is a list of member names states an order', async () => {
  expect(await keys('sort', { type: 'array', items: { enum: ['title', '-rank'] } })).toEqual([
    'title ascending',
    'rank descending',
  ]);
});

const OBJECT = { type: 'object', properties: { up: { type: 'integer' }, down: { type: 'integer' } } };

it.each<[string, JsonObject]>([
  ['two times have this name', { created_at: TIME, created_on: TIME }],
  ['the member with this name is not a time', { created_at: TEXT }],
  ['the numbers of an object are not amounts of money', { createds: OBJECT }],
])('`created` is not a sort key: %s', async (_, members) => {
  expect(await keys('sort', { enum: ['created'] }, members)).toBeUndefined();
});

const WORDED = ['title', 'title descending', 'rank', 'rank descending'];
const FREE = 'Sort by `title` or `rank`; prefix with `-` for descending order';

it.each<[string, JsonObject, readonly string[] | undefined]>([
  [
    'quotations in its description',
    { description: FREE },
    ['title ascending', 'title descending', 'rank ascending', 'rank descending'],
  ],
  ['its pattern', { pattern: '^(title|rank)$' }, ['title', 'rank']],
  ['an example with a minus', { examples: ['-rank'] }, ['rank ascending', 'rank descending']],
  ['an example with the word for the direction', { examples: ['rank desc, title'] }, WORDED],
  ['its pattern with this word', { pattern: '^(title|rank)( desc)?$' }, WORDED],
  ['quotations with this word', { description: '`title` and `rank`, each with ` asc` or ` desc`' }, WORDED],
  ['quotations, beside directions of another parameter', { description: '`title`, by `asc` or `desc`' }, ['title']],
  ['nothing', { description: 'How to sort, by title or rank' }, undefined],
])('the sort keys of an order parameter that takes any string are found in %s', async (_, schema, want) => {
  const found = await keys('sort', { type: 'string', ...schema });
  expect(found?.map((key) => key.trim())).toEqual(want);
});

it.each<[string, readonly string[] | undefined]>([
  ['`ordering` is one of `title`, `rank`, with `-` for the descending order; the default is `created_at`.', ['-rank']],
  ['The items. `ordering` must be one of `rank`.', ['rank']],
  ['`ordering` and `fields` have names of members, such as `rank`.', undefined],
  ['`fields` is one of `title`, `rank`.', undefined],
])(
  'a sentence of the operation names the values of an order parameter that takes any string: %s → %s',
  async (description, want) => {
    const order = await orderBy([{ name: 'ordering', schema: TEXT }], MEMBERS, description);
    const values = order?.keys.map(({ value }) => value);
    expect(values?.slice(-1)).toEqual(want);
  },
);

const BY = { name: 'sort_by', schema: { enum: ['title', 'rank'] } };
const DIRECTED = { enum: ['asc', 'desc'] };

it.each<[string, JsonObject, string]>([
  ['without a default', DIRECTED, 'title asc ascending, title desc descending, title'],
  ['with a default', { ...DIRECTED, default: 'desc' }, 'title asc ascending, title desc descending, title descending'],
  ['with other values', { enum: ['up', 'down'] }, 'title'],
])('a second parameter states the direction: %s → %s', async (_, schema, want) => {
  const order = await orderBy([BY, { name: 'order', schema }]);
  const shown = order?.keys
    .filter(({ member }) => member === 'title')
    .map(({ value, also, direction }) => [value, also?.value, direction].filter(Boolean).join(' '));
  expect(shown?.join(', ')).toBe(want);
});

it.each<[string, JsonObject, string | undefined]>([
  ['Sort order by the `created_at` time.', MEMBERS, 'created_at'],
  ['By the time of posting.', { ...MEMBERS, created_at: TEXT, posted_at: TIME }, 'posted_at'],
  ['By the time of posting.', { posted_at: TIME, updated_at: TIME }, 'posted_at'],
  ['By creation date', { created_at: TIME, updated_at: TIME }, 'created_at'],
  ['Sorted by creation time.', MEMBERS, 'created_at'],
  ['By the time of posting.', { created_at: TIME, updated_at: TIME }, undefined],
  ['By the time of posting or by the time of the last change.', { posted_at: TIME }, undefined],
  ['Either by creation date.', MEMBERS, undefined],
  ['By the time of the last change.', { last_login_at: TIME }, undefined],
  ['By the time of use.', { used_at: TIME }, undefined],
  ['The direction.', MEMBERS, undefined],
])(
  'a parameter that states only the direction sorts by the time in its description: "%s", members %j → %s',
  async (text, members, want) => {
    const order = await orderBy([{ name: 'order', description: text, schema: DIRECTED }], members);
    expect(order?.keys.map(({ value, member, direction }) => [value, member, direction].join(' '))).toEqual(
      want && [`asc ${want} ascending`, `desc ${want} descending`],
    );
  },
);

const EACH = { type: 'object', properties: { rank: DIRECTED, title: DIRECTED, mode: DIRECTED } };

it.each<[string, JsonObject, string | undefined]>([
  ['order[rank]', DIRECTED, 'rank descending, rank ascending'],
  ['sort[created]', { enum: ['ASC', 'DESC'] }, 'created_at descending, created_at ascending'],
  ['orderBy', EACH, 'rank descending, title descending, rank ascending, title ascending'],
  ['order[unknown]', DIRECTED, undefined],
  ['order[costs.EUR]', DIRECTED, undefined],
  ['order[rank]', { enum: ['asc', 'desc', 'none'] }, undefined],
  ['order[rank]', TEXT, undefined],
  ['filter[rank]', DIRECTED, undefined],
  ['order[]', DIRECTED, undefined],
])(
  'finds the sort keys of parameters that sort by one member and take a direction: %s with the schema %j → %s',
  async (name, schema, want) => {
    const order = await orderBy([{ name, style: 'deepObject', schema }]);
    const found = order?.keys.map(({ member, direction }) => [member, direction].join(' '));
    expect(found?.join(', ')).toBe(want);
  },
);

it.each<[JsonObject | undefined, boolean, string | undefined]>([
  [{ 'order[rank]': 'desc' }, true, 'rank descending'],
  [{ 'order[title]': 'asc' }, true, 'title ascending'],
  [{ 'order[rank]': 'desc', 'order[title]': 'desc' }, true, undefined],
  [{ 'order[mode]': 'asc', 'order[rank]': 'desc' }, true, undefined],
  [{ 'order[rank]': 'up' }, true, undefined],
  [{ other: 'desc' }, false, undefined],
  [undefined, false, undefined],
])('a query that sets the order of one member sorts by this member: %j', async (query, isSet, want) => {
  const names = ['order[title]', 'order[rank]'];
  const order = await orderBy(names.map((name) => ({ name, schema: DIRECTED })));
  const key = order && chosenKey(order, query);
  expect(order && setsOrder(order, query)).toBe(isSet);
  expect(key && [key.member, key.direction].join(' ')).toBe(want);
});

it.each<[JsonObject, string | undefined]>([
  [{ order: { rank: 'desc' } }, 'rank descending'],
  [{ order: { mode: 'asc', rank: 'desc' } }, undefined],
])('an object with the direction of one member sorts by this member: %j → %s', async (query, want) => {
  const order = await orderBy([{ name: 'order', style: 'deepObject', schema: EACH }]);
  const key = order && chosenKey(order, query);
  expect(key && [key.member, key.direction].join(' ')).toBe(want);
});
