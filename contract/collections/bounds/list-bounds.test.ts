import { expect, it } from 'vitest';
import { contractOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import { itemList } from '../item-list.js';
import type { ListBound } from './bound.js';
import { listBounds } from './list-bounds.js';

const INTEGER = { type: 'integer' };
const TEXT = { type: 'string' };
const DAY = { type: 'string', format: 'date' };
const TIME = { type: ['string', 'null'], format: 'date-time' };

/** The bounds that are found for a list with one query parameter. */
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

/** The bounds that are found, as `<member> <side>`: `price smallest`. */
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
  ['min_price', INTEGER, '', true],
  ['priceMax', INTEGER, 'The largest price.', true],
  ['price[min]', MONEY, '', true],
  ['min_price', { type: 'number' }, '', undefined],
  ['min_price', INTEGER, 'Items with a price above this.', undefined],
  ['max_price', INTEGER, 'Items cheaper than this, exclusive.', false],
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

it.each<[string, JsonObject, string, string | undefined]>([
  ['min_minutes', { reading_minutes: INTEGER }, 'Posts with at least this reading time.', 'reading_minutes'],
  ['maxComments', { open_comments: INTEGER }, 'The most open comments.', 'open_comments'],
  ['min_minutes', { reading_minutes: INTEGER, minutes: INTEGER }, 'At least this reading time.', 'minutes'],
  ['min_minutes', { reading_minutes: INTEGER }, 'Posts with at least this many minutes.', undefined],
  ['min_minutes', { reading_minutes: INTEGER, listening_minutes: INTEGER }, 'The reading time.', undefined],
  ['min_utes', { reading_minutes: INTEGER }, 'Posts with at least this reading time.', undefined],
  ['min', { reading_minutes: INTEGER }, 'Posts with at least this reading time.', undefined],
])(
  'finds the number whose name ends with the words of the bound %s: members %j, description %j → %s',
  async (name, members, about, want) => {
    const found = await boundsOf(name, INTEGER, members, about);
    expect(found.map(({ name: member }) => member)).toEqual(want === undefined ? [] : [want]);
  },
);

const VISITS = { startsAt: TIME, endsAt: TIME, created_at: TIME, due: DAY };

it.each<[string, JsonObject, string | undefined]>([
  ['Only visits that start on this day (UTC) or later.', DAY, 'startsAt smallest by the day'],
  [
    'Only visits that ended on this day (UTC) or earlier. A day before `from` is refused.',
    DAY,
    'endsAt largest by the day',
  ],
  ['Only visits that start on this day or later.', DAY, 'startsAt smallest'],
  ['Visits created at this time or after it.', TIME, 'created_at smallest inclusive'],
  ['Visits that were created on or before this day.', TIME, 'created_at largest'],
  ['Due on or before this date', DAY, 'due largest inclusive'],
  ['Visits created not after this date', TIME, 'created_at largest'],
  ['Notes on visits that start on this day or later.', DAY, undefined],
  ['Visits of users who were created at this time or later.', TIME, undefined],
  ['Visits that start on this day or later, and also those that are running.', DAY, undefined],
  ['Visits that were changed at this time or later.', TIME, undefined],
  ['Visits that start after this time.', TIME, undefined],
  ['Visits that start on this day or later.', INTEGER, undefined],
])(
  'the verb in the description of a bound names the time to which it applies: "%s" %j → %s',
  async (about, schema, want) => {
    const found = await boundsOf('edge', schema, VISITS, about);
    const shown = found.map(({ name, side, isInclusive, isUtcDay }) =>
      [name, side, isUtcDay ? 'by the day' : isInclusive ? 'inclusive' : ''].join(' ').trim(),
    );
    expect(shown).toEqual(want === undefined ? [] : [want]);
  },
);

it.each([
  ['Only visits that were created on this day or later.', []],
  ['Only visits that fall on this day or later.', ['day smallest']],
  ['Notes on visits on this day or later.', ['day smallest']],
])('a text about the day of a change sets no bound on a date with a different name: %s → %j', async (about, want) => {
  const found = await boundsOf('from', DAY, { day: DAY }, about);
  expect(found.map(({ name, side }) => `${name} ${side}`)).toEqual(want);
});

it('leaves open whether a bound on a time is inclusive, even if its description says "at least"', async () => {
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
])('finds the bound that a description states: %s, in %j', async (_, description, schema, members, want) => {
  const found = await boundsOf('edge', schema, members, description);
  const shown = found.map(
    ({ name, side, isInclusive }) => `${name} ${side}${isInclusive === true ? ' including it' : ''}`,
  );
  expect(shown).toEqual(want === undefined ? [] : [want]);
});

it.each<[string, string, string | undefined]>([
  ['published_to', 'Only titles published in this year or earlier.', 'year largest true'],
  ['published_from', 'Titles of the given year or later.', 'year smallest true'],
  ['published_to', 'Titles published before this year.', undefined],
  ['published_to', 'Only titles by authors who died in this year or earlier.', undefined],
  ['published_to', 'Only titles published in this year or earlier, and also new ones.', undefined],
  ['published_to', 'Only titles with this number or fewer.', undefined],
])('the noun of a description names the number that is limited: %s, "%s" → %s', async (name, description, want) => {
  const [found] = await boundsOf(name, INTEGER, { year: INTEGER, pages: INTEGER }, description);
  expect(found && `${found.name} ${found.side} ${found.isInclusive}`).toBe(want);
});
