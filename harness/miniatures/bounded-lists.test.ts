import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json/json.js';
import { type ListShape, type Listing, listFindings } from './list-miniature.js';

const TITLE = { title: { type: 'string', minLength: 1, maxLength: 20 } };
const INTEGER = { type: 'integer' };
const NUMBER = { type: 'number', minimum: 0 };
const TIME = { type: 'string', format: 'date-time' };
const DAY = { type: 'string', format: 'date' };

/** How a service compares the value of a member with the value of a parameter. */
type Compare = (value: number | string, bound: number | string) => boolean;

/**
 * The list parameters of a service. Each parameter limits the value of a member, for example `created_after` the member
 * `created_at`.
 */
type Bounds = Readonly<Record<string, readonly [member: string, compare: Compare]>>;

const least: Compare = (value, bound) => value >= bound;
const most: Compare = (value, bound) => value <= bound;
const more: Compare = (value, bound) => value > bound;
const less: Compare = (value, bound) => value < bound;
const ignored: Compare = () => true;
const never: Compare = () => false;

function bounded(bounds: Bounds): Listing {
  const isWithin = (item: JsonObject, query: URLSearchParams): boolean =>
    Object.entries(bounds).every(([name, [member, compare]]) => {
      const [given, value] = [query.get(name), item[member]];
      if (given === null) return true;
      if (typeof value === 'number' || isDecimal(given)) return compare(Number(value), Number(given));
      return typeof value === 'string' && compare(...sameForm(value, given));
    });
  return (all, query) => ({ body: all.filter((item) => isWithin(item, query)) });
}

const isDecimal = (text: string): boolean => /^\d+\.\d\d$/.test(text);

/** Converts two values to the same form: to dates if one of them is a date, otherwise to milliseconds since 1970. */
function sameForm(value: string, given: string): readonly [number | string, number | string] {
  const isDay = value.length === 10 || given.length === 10;
  return isDay ? [value.slice(0, 10), given.slice(0, 10)] : [Date.parse(value), Date.parse(given)];
}

const of = (schema: JsonObject, ...names: readonly string[]): readonly JsonObject[] =>
  names.map((name) => ({ name, schema }));
const WRONG = ['state/bounded bound-not-applied'];

const PRICES: ListShape = { parameters: of(NUMBER, 'min_price', 'max_price'), members: { ...TITLE, price: NUMBER } };
const DESCRIBED: ListShape = {
  parameters: [{ name: 'min_price', description: 'Only items with at least this price.', schema: NUMBER }],
  members: { ...TITLE, price: NUMBER },
};
const WHOLE: ListShape = { parameters: of(INTEGER, 'max_price'), members: { ...TITLE, price: INTEGER } };
const EXCLUSIVE: ListShape = {
  ...WHOLE,
  parameters: [{ name: 'max_price', description: 'Only items below this price.', schema: INTEGER }],
};
const CAMEL: ListShape = { parameters: of(INTEGER, 'weightGte', 'weightLte'), members: { ...TITLE, weight: INTEGER } };
const DUE: ListShape = { parameters: of(DAY, 'due_after', 'due_before'), members: { ...TITLE, due_date: TIME } };
/**
 * A list whose parameters limit members, which only their descriptions state: a minimum number, and the first and last
 * day of a time.
 */
const TEXTS: ListShape = {
  parameters: [
    { name: 'min_minutes', description: 'Only items with at least this reading time.', schema: INTEGER },
    { name: 'from', description: 'Only items that start on this day (UTC) or later.', schema: DAY },
    { name: 'to', description: 'Only items that start on this day (UTC) or earlier.', schema: DAY },
  ],
  members: { ...TITLE, reading_minutes: INTEGER, starts_at: TIME, ends_at: TIME },
};
const TEXTS_OK: Bounds = {
  min_minutes: ['reading_minutes', least],
  from: ['starts_at', least],
  to: ['starts_at', most],
};
const created = (number: number): string => new Date(Date.UTC(2026, 0, number)).toISOString();
const CREATED: ListShape = {
  parameters: of(TIME, 'created_after', 'created_before'),
  members: TITLE,
  added: (number) => ({ created_at: created(number) }),
  addedMembers: { created_at: TIME },
};
const RANGE: ListShape = {
  parameters: of(DAY, 'from', 'to'),
  added: (number) => ({ day: created(number).slice(0, 10) }),
  addedMembers: { day: DAY },
};
const STORED: ListShape = {
  parameters: of(INTEGER, 'size_min', 'size_max'),
  items: [3, 5, 900].map((size, index) => ({ id: `item-${index}`, size })),
  addedMembers: { size: INTEGER },
  isReadOnly: true,
};

const check = async (_: string, shape: ListShape, bounds: Bounds, want: readonly string[]): Promise<void> => {
  expect(await listFindings(shape, bounded(bounds))).toEqual(want);
};

type Row = [string, ListShape, Bounds, readonly string[]];

describe('bounds of numbers', () => {
  it.each<Row>([
    ['inclusive bounds', PRICES, { min_price: ['price', least], max_price: ['price', most] }, []],
    ['exclusive bounds', PRICES, { min_price: ['price', more], max_price: ['price', less] }, []],
    ['a bound that is ignored', PRICES, { min_price: ['price', ignored], max_price: ['price', most] }, WRONG],
    ['bounds that are both ignored', PRICES, {}, WRONG],
    [
      'an upper bound that is applied as a lower bound',
      PRICES,
      { min_price: ['price', least], max_price: ['price', least] },
      WRONG,
    ],
    ['a bound that excludes every element', PRICES, { min_price: ['price', never], max_price: ['price', most] }, WRONG],
    ['bounds with the suffixes Gte and Lte', CAMEL, { weightGte: ['weight', least], weightLte: ['weight', most] }, []],
    [
      'a bound with the suffix Gte that is exclusive',
      CAMEL,
      { weightGte: ['weight', more], weightLte: ['weight', most] },
      WRONG,
    ],
    ['a bound that is described as inclusive', DESCRIBED, { min_price: ['price', least] }, []],
    ['an exclusive bound that is described as inclusive', DESCRIBED, { min_price: ['price', more] }, WRONG],
    ['a maximum that excludes its own value', WHOLE, { max_price: ['price', less] }, WRONG],
    ['an exclusive maximum that is described as exclusive', EXCLUSIVE, { max_price: ['price', less] }, []],
    ['an ignored bound with the suffix Lte', CAMEL, { weightGte: ['weight', least] }, WRONG],
    ['bounds of initial items', STORED, { size_min: ['size', least], size_max: ['size', most] }, []],
    ['an ignored bound of initial items', STORED, { size_max: ['size', most] }, WRONG],
  ])('a check of a list with %s has these findings: $3', check);
});

const MONEY = { type: 'string', pattern: '^\\d+\\.\\d{2}$', maxLength: 12 };
const AMOUNTS: ListShape = { parameters: of(MONEY, 'min_price', 'max_price'), members: { ...TITLE, price: MONEY } };
const TOTALS: ListShape = {
  parameters: of(MONEY, 'min_total'),
  added: (number) => ({ total_amount: `${number * 7}.50` }),
  addedMembers: { total_amount: MONEY },
};
const asText: Compare = (value, bound) => Number(value).toFixed(2) >= Number(bound).toFixed(2);

describe('bounds of decimal numbers in texts', () => {
  it.each<Row>([
    ['inclusive bounds', AMOUNTS, { min_price: ['price', least], max_price: ['price', most] }, []],
    [
      'a minimum that excludes its own value',
      AMOUNTS,
      { min_price: ['price', more], max_price: ['price', most] },
      WRONG,
    ],
    [
      'a lower bound that is compared as text',
      AMOUNTS,
      { min_price: ['price', asText], max_price: ['price', most] },
      WRONG,
    ],
    ['a bound of an amount', TOTALS, { min_total: ['total_amount', least] }, []],
    ['a lower bound of an amount that is compared as text', TOTALS, { min_total: ['total_amount', asText] }, WRONG],
  ])('a check of a list with %s has these findings: $3', check);
});

const AS_OBJECT: ListShape = {
  parameters: [
    {
      name: 'price',
      style: 'deepObject',
      schema: { type: 'object', additionalProperties: false, properties: { gte: NUMBER, lte: NUMBER } },
    },
  ],
  members: { ...TITLE, price: NUMBER },
};

describe('bounds in brackets', () => {
  it.each<Row>([
    ['bounds in one object', AS_OBJECT, { 'price[gte]': ['price', least], 'price[lte]': ['price', most] }, []],
    ['an ignored bound in one object', AS_OBJECT, { 'price[gte]': ['price', least] }, WRONG],
    [
      'an ignored bound with brackets in its name',
      { ...PRICES, parameters: of(NUMBER, 'price[gte]', 'price[lte]') },
      { 'price[lte]': ['price', least] },
      WRONG,
    ],
  ])('a check of a list with %s has these findings: $3', check);
});

describe('bounds of dates', () => {
  it.each<Row>([
    ['bounds of a time', CREATED, { created_after: ['created_at', more], created_before: ['created_at', less] }, []],
    ['an ignored bound of a time', CREATED, { created_before: ['created_at', less] }, WRONG],
    [
      'a bound that the service compares with a member of a different name',
      CREATED,
      { created_after: ['title', more], created_before: ['created_at', less] },
      WRONG,
    ],
    ['dates as bounds of a time', DUE, { due_after: ['due_date', least], due_before: ['due_date', most] }, []],
    [
      'a lower and an upper bound of dates that the service swaps',
      DUE,
      { due_after: ['due_date', most], due_before: ['due_date', least] },
      WRONG,
    ],
    ['the bounds `from` and `to` of the only date', RANGE, { from: ['day', least], to: ['day', most] }, []],
    ['an ignored bound `to` of the only date', RANGE, { from: ['day', least] }, WRONG],
  ])('a check of a list with %s has these findings: $3', check);
});

describe('bounds that a description states', () => {
  it.each<Row>([
    ['no fault', TEXTS, TEXTS_OK, []],
    [
      'a minimum number that excludes its own value',
      TEXTS,
      { ...TEXTS_OK, min_minutes: ['reading_minutes', more] },
      WRONG,
    ],
    ['a last day that is left out', TEXTS, { ...TEXTS_OK, to: ['starts_at', less] }, WRONG],
    ['a first day that is left out', TEXTS, { ...TEXTS_OK, from: ['starts_at', more] }, WRONG],
    ['a first day that is ignored', TEXTS, { ...TEXTS_OK, from: ['starts_at', ignored] }, WRONG],
  ])('a check of a list with %s has these findings: $3', check);
});

describe('parameters that are not bounds', () => {
  it.each<Row>([
    [
      'a parameter whose name fits two members',
      { ...CREATED, addedMembers: { created_at: TIME, created_on: DAY } },
      {},
      [],
    ],
    [
      'the parameters `from` and `to` of a list with two dates',
      { ...RANGE, addedMembers: { day: DAY, changed: DAY } },
      {},
      [],
    ],
    ['a number as the bound of a text', { parameters: of(INTEGER, 'min_title'), members: TITLE }, {}, []],
    [
      'a parameter whose name is the name of a member',
      { parameters: of(NUMBER, 'max_price'), members: { ...TITLE, max_price: NUMBER, price: NUMBER } },
      {},
      [],
    ],
    [
      'a range whose values are texts and not dates',
      { ...RANGE, parameters: of({ type: 'string' }, 'from', 'to') },
      {},
      [],
    ],
  ])('a check of a list with %s has these findings: $3', check);
});

/**
 * A list of items with a number that only the service sets. If the limit equals the number of an existing element, the
 * list must include or exclude this element as documented.
 */
const NUMBERED: ListShape = {
  parameters: of(INTEGER, 'serial_gte', 'serial_gt', 'created_gte', 'created_lte'),
  members: TITLE,
  added: (number) => ({ serial: 7000 + number, created: 1_767_225_600 + number }),
  addedMembers: { serial: INTEGER, created: INTEGER },
};
const EXACT: Bounds = {
  serial_gte: ['serial', least],
  serial_gt: ['serial', more],
  created_gte: ['created', least],
  created_lte: ['created', most],
};

describe('bounds with the value of an existing element', () => {
  it.each<Row>([
    ['no fault', NUMBERED, EXACT, []],
    [
      'a minimum of rounded values',
      { ...NUMBERED, parameters: of(INTEGER, 'serial_min') },
      { serial_min: ['serial', more] },
      [],
    ],
    ['a bound `gte` that excludes its own value', NUMBERED, { ...EXACT, serial_gte: ['serial', more] }, WRONG],
    ['a bound `gt` that includes its own value', NUMBERED, { ...EXACT, serial_gt: ['serial', least] }, WRONG],
    [
      'a bound `gte` of a time that excludes its own value',
      NUMBERED,
      { ...EXACT, created_gte: ['created', more] },
      WRONG,
    ],
    // The service may store fractions of the seconds that it returns.
    ['a bound `lte` of a time that excludes its own value', NUMBERED, { ...EXACT, created_lte: ['created', less] }, []],
  ])('a check of a list with %s has these findings: $3', check);
});
