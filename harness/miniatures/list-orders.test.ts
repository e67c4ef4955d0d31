import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json/json.js';
import { type ListShape, type Listing, listFindings } from './list-miniature.js';

type Items = readonly JsonObject[];

const TIME = { type: 'string', format: 'date-time' };
const SIZES = {
  title: { type: 'string', minLength: 1, maxLength: 20 },
  size: { type: 'integer', minimum: 0, maximum: 1000 },
};
const WRONG = ['state/ordered not-sorted'];

const byTime = (items: Items): Items =>
  items.toSorted((one, other) => Date.parse(String(other['created_at'])) - Date.parse(String(one['created_at'])));
const bySize = (items: Items): Items => items.toSorted((one, other) => Number(one['size']) - Number(other['size']));
const asMade = (items: Items): Items => items;
const reversed = (items: Items): Items => items.toReversed();

/** A list whose order is stated. Each item is created a day after the previous item. */
const STATED: ListShape = {
  description: 'Returns the notes, newest first.',
  parameters: [{ name: 'author', schema: { type: 'string' } }],
  added: (number) => ({ created_at: new Date(Date.UTC(2026, 0, number)).toISOString() }),
  addedMembers: { created_at: TIME },
};
const UNSTATED: ListShape = { ...STATED, description: 'Returns the notes. Clients can show the newest first.' };
const AUDIT: ListShape = {
  ...STATED,
  isReadOnly: true,
  items: [1, 2, 3].map((day) => ({ id: `entry-${day}`, created_at: `2026-01-0${day}T08:00:00Z` })),
};
const USUAL: ListShape = {
  parameters: [{ name: 'sort', schema: { type: 'string', default: '-created_at' } }],
  added: STATED.added as NonNullable<ListShape['added']>,
  addedMembers: { created_at: TIME },
};
const DIRECTED: ListShape = {
  members: SIZES,
  parameters: [
    { name: 'sort_by', schema: { enum: ['popularity', 'size'] } },
    { name: 'order', schema: { enum: ['asc', 'desc'] } },
  ],
};
const DIRECTION: ListShape = {
  ...STATED,
  description: 'Returns the notes.',
  parameters: [
    { name: 'order', schema: { enum: ['asc', 'desc'], default: 'desc' }, description: 'By the time of creation.' },
  ],
};
const FREE: ListShape = {
  members: SIZES,
  parameters: [{ name: 'sort', schema: { type: 'string', description: '`size`, or `-size` for descending order.' } }],
};

const OLDEST: ListShape = {
  ...STATED,
  description: 'The oldest note is first, or the newest with `ordering=-id`.',
  parameters: [{ name: 'ordering', schema: { type: 'string' } }],
};
const ORDERING: ListShape = {
  members: SIZES,
  description: '`ordering` is one of `size`, with `-` for the descending order.',
  parameters: [{ name: 'ordering', schema: { type: 'string' } }],
};

const always =
  (order: (items: Items) => Items): Listing =>
  (items) => ({ body: order(items) });

/**
 * A service that sorts its list by size if the query asks for it, and reverses the list if the query requests
 * descending order.
 */
const sorting =
  (name: string, descends: (query: URLSearchParams) => boolean): Listing =>
  (items, query) => {
    if (query.get(name)?.endsWith('size') !== true) return { body: items };
    return { body: descends(query) ? bySize(items).toReversed() : bySize(items) };
  };

describe('a list with an order that the contract states', () => {
  it.each<[string, ListShape, Listing, readonly string[]]>([
    ['the newest item is first, as the description states', STATED, always(byTime), []],
    ['the newest item is last', STATED, always(asMade), WRONG],
    ['the newest item is last, and the description states no order', UNSTATED, always(asMade), []],
    ['the newest entry of a list without a create is first', AUDIT, always(reversed), []],
    ['the newest entry of a list without a create is last', AUDIT, always(asMade), WRONG],
    ['the order is the default of the parameter', USUAL, always(byTime), []],
    ['the order is not the default of the parameter', USUAL, always(asMade), WRONG],
    [
      'a parameter has only directions, and the list without it has the default one',
      DIRECTION,
      (items, query) => ({ body: query.get('order') === 'asc' ? items : items.toReversed() }),
      [],
    ],
    [
      'a parameter has only directions, and the list without it does not have the default one',
      DIRECTION,
      (items, query) => ({ body: query.get('order') === 'desc' ? items.toReversed() : items }),
      ['state/default-page other-default'],
    ],
    [
      'a second parameter states the direction',
      DIRECTED,
      sorting('sort_by', (query) => query.get('order') === 'desc'),
      [],
    ],
    ['the second parameter has no effect', DIRECTED, sorting('sort_by', () => false), WRONG],
    [
      'a free parameter names the member and the direction',
      FREE,
      sorting('sort', (query) => query.get('sort') === '-size'),
      [],
    ],
    ['the oldest item is first, as a sentence about two orders states', OLDEST, always(asMade), []],
    ['the oldest item is last', OLDEST, always(byTime), WRONG],
    [
      'a sentence of the operation names the values of a parameter',
      ORDERING,
      sorting('ordering', (query) => query.get('ordering') === '-size'),
      [],
    ],
    ['a parameter whose values the operation names has no effect', ORDERING, always(asMade), WRONG],
    ['a minus in a free parameter has no effect', FREE, sorting('sort', () => false), WRONG],
  ])('%s → $3', async (_, shape, listing, want) => {
    expect(await listFindings(shape, listing)).toEqual(want);
  });
});
