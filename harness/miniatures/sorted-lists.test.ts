import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json/json.js';
import { type ListShape, type Listing, listFindings } from './list-miniature.js';

type Items = readonly JsonObject[];
type Compare = (one: string, other: string) => number;

const TITLE = { title: { type: 'string', minLength: 1, maxLength: 20 } };
const MONEY = { type: 'string', pattern: '^\\d+\\.\\d{2}$', maxLength: 12 };
const TIME = { type: 'string', format: 'date-time' };
const sortedBy = (name: string, ...keys: readonly string[]): readonly JsonObject[] => [
  { name, schema: { enum: keys } },
];

/** The creation time of the item with this number. The times are in no order, and one of them has no milliseconds. */
const timeOf = (number: number): string =>
  new Date(Date.UTC(2026, 0, 1 + ((number * 7) % 20), 0, 0, number))
    .toISOString()
    .replace('.000Z', number === 2 ? 'Z' : '.000Z');

const PRICES: ListShape = { parameters: sortedBy('sort', 'popular', 'price'), members: { ...TITLE, price: MONEY } };
const SIZES: ListShape = {
  parameters: sortedBy('sort', 'popular', 'size'),
  members: { ...TITLE, size: { type: 'integer', minimum: 0, maximum: 1000 } },
};
const CREATED: ListShape = {
  parameters: sortedBy('order_by', 'relevance', 'created', '-created'),
  added: (number) => ({ created_at: timeOf(number) }),
  addedMembers: { created_at: TIME },
};
const CAMEL: ListShape = {
  parameters: sortedBy('sort', 'createdAt:asc', 'createdAt:desc', 'best'),
  envelope: { count: { type: 'integer' } },
  added: (number) => ({ createdAt: timeOf(number) }),
  addedMembers: { createdAt: TIME },
};

const DIRECTED: ListShape = {
  ...SIZES,
  parameters: [{ name: 'order[size]', schema: { enum: ['asc', 'desc'] } }],
};

/** Sorts a list by the size, in the directions that the parameter `order[size]` may have. */
function directed(...directions: readonly string[]): Listing {
  return (items, query) => {
    const direction = query.get('order[size]') ?? '';
    const sign = direction === 'desc' && directions.includes('desc') ? -1 : 1;
    const sizeOf = (item: JsonObject): number => sign * Number(item['size'] ?? 0);
    return { body: direction === '' ? items : items.toSorted((one, other) => sizeOf(one) - sizeOf(other)) };
  };
}

const asText: Compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
const asNumber: Compare = (one, other) => Number(one) - Number(other);
const asTime: Compare = (one, other) => Date.parse(one) - Date.parse(other);
const ignored: Compare = () => 0;

/**
 * Sorts a list by a member. The comparison `up` is used for the ascending values of the sort parameter, and `down` for
 * the descending values.
 */
function sorted({ parameters, envelope }: ListShape, member: string, up: Compare, down: Compare = ignored): Listing {
  const name = String(parameters[0]?.['name']);
  return (items, query) => {
    const key = query.get(name) ?? '';
    const compare: Compare = key.startsWith('-') || key.endsWith('desc') ? (one, other) => down(other, one) : up;
    const isSorted = key.replace(/^-|:.*$/g, '') === member.replace(/_at$/, '');
    const data: Items = isSorted
      ? items.toSorted((one, other) => compare(String(one[member]), String(other[member])))
      : items;
    return { body: envelope === undefined ? data : { data, count: data.length } };
  };
}

const WRONG = ['state/ordered not-sorted'];

describe('a list with a parameter whose values name the sort keys', () => {
  it.each<[string, ListShape, Listing, readonly string[]]>([
    ['amounts are sorted as numbers', PRICES, sorted(PRICES, 'price', asNumber), []],
    ['integers are sorted as numbers', SIZES, sorted(SIZES, 'size', asNumber), []],
    ['integers are sorted as texts', SIZES, sorted(SIZES, 'size', asText), WRONG],
    [
      'amounts are sorted in descending order, which the name of the key does not exclude',
      PRICES,
      sorted(PRICES, 'price', (one, other) => asNumber(other, one)),
      [],
    ],
    ['amounts are sorted as texts', PRICES, sorted(PRICES, 'price', asText), WRONG],
    ['times are sorted in both directions', CREATED, sorted(CREATED, 'created_at', asTime, asTime), []],
    ['times are sorted only in ascending order', CREATED, sorted(CREATED, 'created_at', asTime), WRONG],
    ['times are sorted only in descending order', CREATED, sorted(CREATED, 'created_at', ignored, asTime), WRONG],
    ['times in camel case are sorted in both directions', CAMEL, sorted(CAMEL, 'createdAt', asTime, asTime), []],
    ['a parameter for one member takes both directions', DIRECTED, directed('asc', 'desc'), []],
    ['a parameter for one member is ascending only', DIRECTED, directed('asc'), WRONG],
    ['times in camel case are not sorted', CAMEL, sorted(CAMEL, 'createdAt', ignored), WRONG],
  ])('a check judges the order of a sorted list: %s → $3', async (_, shape, listing, want) => {
    expect(await listFindings(shape, listing)).toEqual(want);
  });
});
