import { expect, it } from 'vitest';
import { contractOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { itemList } from './item-list.js';
import { listOrder } from './list-order.js';

const TEXT = { type: 'string' };
const TIME = { type: ['string', 'null'], format: 'date-time' };
const MEMBERS = {
  title: TEXT,
  rank: { type: 'integer' },
  price: { type: 'string', pattern: '^\\d+\\.\\d{2}$' },
  created_at: TIME,
  desc: TEXT,
};

/** The sort keys of a list with one parameter, as `<member> <direction>`. */
async function keys(
  name: string,
  schema: JsonObject,
  members: JsonObject = MEMBERS,
): Promise<readonly string[] | undefined> {
  const items = { type: 'array', items: { type: 'object', properties: members } };
  const responses = { '200': { description: '', content: { 'application/json': { schema: items } } } };
  const get = { operationId: 'list', parameters: [{ in: 'query', name, explode: false, schema }], responses };
  const contract = await contractOf({ paths: { '/items': { get } } });
  const [operation] = contract.operations;
  const list = operation && itemList(contract, operation);
  const order = list && listOrder(contract.schemas, list);
  return order?.keys.map(({ member, direction = '', isDecimal }) => `${member} ${direction}${isDecimal ? ' #' : ''}`);
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

it.each<[string, JsonObject]>([
  ['two times have this name', { created_at: TIME, created_on: TIME }],
  ['the member with this name is not a time', { created_at: TEXT }],
])('`created` is not a sort key: %s', async (_, members) => {
  expect(await keys('sort', { enum: ['created'] }, members)).toBeUndefined();
});
