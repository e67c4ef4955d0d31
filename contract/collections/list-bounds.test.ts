import { expect, it } from 'vitest';
import { contractOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { itemList } from './item-list.js';
import { type ListBound, listBounds } from './list-bounds.js';

const INTEGER = { type: 'integer' };
const TEXT = { type: 'string' };
const DAY = { type: 'string', format: 'date' };
const TIME = { type: ['string', 'null'], format: 'date-time' };

/** The bounds of a list with one parameter. */
async function boundsOf(
  name: string,
  schema: JsonObject,
  members: JsonObject,
  description = '',
): Promise<readonly ListBound[]> {
  const items = { type: 'object', properties: { id: TEXT, ...members } };
  const content = { 'application/json': { schema: { type: 'array', items } } };
  const get = {
    operationId: 'list',
    parameters: [{ name, in: 'query', description, schema }],
    responses: { 200: { description: '', content } },
  };
  const { schemas, ...contract } = await contractOf({ paths: { '/items': { get } } });
  const [operation] = contract.operations;
  const list = operation && itemList({ ...contract, schemas }, operation);
  return list === undefined ? [] : listBounds(schemas, list);
}

/** The bounds as `<member> <side>`. */
async function bounds(name: string, schema: JsonObject, members: JsonObject): Promise<readonly string[]> {
  return (await boundsOf(name, schema, members)).map(({ name: member, side }) => `${member} ${side}`);
}

const MONEY = { type: 'string', pattern: '^\\d+\\.\\d{2}$' };
const OBJECT = { type: 'object', properties: { gte: INTEGER, lt: INTEGER, step: INTEGER } };

it.each<[string, JsonObject, JsonObject, readonly string[]]>([
  ['min_price', INTEGER, { price: INTEGER }, ['price smallest']],
  ['maxPrice', INTEGER, { price: INTEGER }, ['price largest']],
  ['price_lte', INTEGER, { price: INTEGER }, ['price largest']],
  ['unitPriceMin', INTEGER, { unit_price: INTEGER }, ['unit_price smallest']],
  ['price[gt]', INTEGER, { price: INTEGER }, ['price smallest']],
  ['price', OBJECT, { price: INTEGER }, ['price smallest', 'price largest']],
  ['filter', { type: 'object', properties: { max_price: INTEGER } }, { price: INTEGER }, ['price largest']],
  ['created_after', TIME, { created_at: TIME }, ['created_at smallest']],
  ['createdBefore', DAY, { createdAt: TIME }, ['createdAt largest']],
  ['updated_after', TIME, { create_time: TIME, update_time: TIME }, ['update_time smallest']],
  ['since', TIME, { seen: TIME, size: INTEGER }, ['seen smallest']],
  ['to', DAY, { day: DAY }, ['day largest']],
  ['since', TIME, { seen: TIME, made: TIME }, []],
  ['since', INTEGER, { seen: TIME }, []],
  ['since', TIME, { created_at: TIME }, []],
  ['from', TIME, { created_at: TIME }, ['created_at smallest']],
  ['from', TEXT, { day: DAY }, []],
  ['created_after', TIME, { created: TIME, created_at: TIME }, []],
  ['created_after', TEXT, { created_at: TIME }, []],
  ['min_price', INTEGER, { price: TEXT }, []],
  ['min_price', INTEGER, { price_cents: INTEGER }, []],
  ['min_price', INTEGER, { price: INTEGER, min_price: INTEGER }, []],
  ['min_price', MONEY, { price: MONEY }, ['price smallest']],
  ['min_total', MONEY, { total_amount: MONEY, paid: MONEY }, ['total_amount smallest']],
  ['maxTotal', INTEGER, { totalValue: INTEGER }, ['totalValue largest']],
  ['min_total', MONEY, { total_amount: MONEY, total_tax: MONEY }, []],
  ['min_total', INTEGER, { total_amount: MONEY }, []],
  ['min_total', MONEY, { total_tax: MONEY }, []],
  ['minute', INTEGER, { ute: INTEGER }, []],
  ['max_results', INTEGER, { results: INTEGER }, []],
  ['maxSize', INTEGER, { size: INTEGER }, ['size largest']],
  ['maxSize', INTEGER, { length: INTEGER }, []],
  ['photo', INTEGER, { pho: INTEGER }, []],
])(
  'finds the bounds of a list: parameter %s with the schema %j, members %j → %j',
  async (name, schema, members, want) => {
    expect(await bounds(name, schema, members)).toEqual(want);
  },
);

it.each<[string, JsonObject, string, boolean | undefined]>([
  ['price_gte', INTEGER, '', true],
  ['priceLt', INTEGER, '', false],
  ['price[lte]', INTEGER, '', true],
  ['price[gt]', INTEGER, '', false],
  ['min_price', INTEGER, '', undefined],
  ['min_price', INTEGER, 'Only items that cost at least this much.', true],
  ['max_price', MONEY, 'The highest price, inclusive.', true],
  ['max_price', INTEGER, 'Only items that cost less than this.', false],
  ['max_price', INTEGER, 'Items that cost no more than this.', true],
  ['max_price', INTEGER, 'Items that cost less than or equal to this.', true],
  ['price_gt', INTEGER, 'Items with a price of this or more.', true],
  ['min_price', INTEGER, 'At least this price, or strictly more for members.', undefined],
])('states whether a bound is inclusive: %s with the description $2 → $3', async (name, schema, description, want) => {
  const [found] = await boundsOf(name, schema, { price: schema }, description);
  expect(found?.isInclusive).toBe(want);
});

it('does not state whether a bound of dates is inclusive', async () => {
  const [found] = await boundsOf('created_after', TIME, { created_at: TIME }, 'At least this time.');
  expect(found).toBeDefined();
  expect(found?.isInclusive).toBeUndefined();
});

it.each<[string, string, JsonObject, JsonObject, string | undefined]>([
  [
    'a day of two dates',
    '`first` on this day or later.',
    DAY,
    { first: DAY, last: DAY },
    'first smallest including it',
  ],
  ['an upper day', '`last` on this day or earlier', DAY, { first: DAY, last: DAY }, 'last largest including it'],
  ['an upper time', '`seen` at this time or earlier', TIME, { seen: TIME, made: TIME }, 'seen largest'],
  ['a lower time', '`seen` at or after this time', TIME, { seen: TIME, made: TIME }, 'seen smallest including it'],
  [
    'a number',
    '`total` of at most this number',
    INTEGER,
    { total: INTEGER, paid: INTEGER },
    'total largest including it',
  ],
  ['no side', 'Compares with `first`', DAY, { first: DAY, last: DAY }, undefined],
  ['two members', '`first` or `last` on this day or later', DAY, { first: DAY, last: DAY }, undefined],
  ['a member of another type', '`total` or later', DAY, { total: INTEGER, first: DAY, last: DAY }, undefined],
])('a description states a bound: %s, as in %j', async (_, description, schema, members, want) => {
  const found = await boundsOf('edge', schema, members, description);
  const shown = found.map(
    ({ name, side, isInclusive }) => `${name} ${side}${isInclusive === true ? ' including it' : ''}`,
  );
  expect(shown).toEqual(want === undefined ? [] : [want]);
});
