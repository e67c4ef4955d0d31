import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json/json.js';
import { type ListShape, type Listing, listFindings } from './list-miniature.js';

type Items = readonly JsonObject[];

const LIMIT = { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 50, default: 3 } };
const CURSOR = { name: 'cursor', schema: { type: 'string' } };
const OFFSET = { name: 'offset', schema: { type: 'integer', minimum: 0, maximum: 100 } };
const SORT = { name: 'sort', schema: { enum: ['rank', '-rank'] } };
const RANK = { type: 'integer', minimum: 1, maximum: 9 };

/**
 * Lists that can be sorted by a number. One has a cursor and an envelope; the other has offsets and is a bare array.
 */
const WITH_CURSOR: ListShape = {
  parameters: [LIMIT, CURSOR, SORT],
  envelope: { next_cursor: { type: ['string', 'null'] } },
  members: { rank: RANK },
};
const WITH_OFFSET: ListShape = { parameters: [LIMIT, OFFSET, SORT], members: { rank: RANK } };

/** Three items with equal values of the sort key. */
const TIED = ['a', 'b', 'c'].map((id): JsonObject => ({ id, rank: 3 }));

const sizeOf = (query: URLSearchParams): number => Number(query.get('limit') ?? 3);
const rankOf = ({ rank }: JsonObject): number => Number(rank);

function sorted(items: Items, query: URLSearchParams): Items {
  const sort = query.get('sort');
  if (sort === null) return items;
  return items.toSorted((one, other) => (rankOf(one) - rankOf(other)) * (sort === '-rank' ? -1 : 1));
}

/**
 * Serves pages by a cursor, which is the id of the last element of the previous page. `restOf` returns the elements
 * after this element.
 */
function byCursor(restOf: (all: Items, last: JsonObject, query: URLSearchParams) => Items): Listing {
  return (items, query) => {
    const all = sorted(items, query);
    const last = all.find(({ id }) => id === query.get('cursor'));
    const rest = last === undefined ? all : restOf(all, last, query);
    const page = rest.slice(0, sizeOf(query));
    return { body: { data: page, next_cursor: page.length < rest.length ? String(page.at(-1)?.['id']) : null } };
  };
}

const afterElement = (all: Items, last: JsonObject): Items => all.slice(all.indexOf(last) + 1);

const afterValue = (all: Items, last: JsonObject, query: URLSearchParams): Items =>
  query.has('sort') ? all.slice(all.findLastIndex(({ rank }) => rank === last['rank']) + 1) : afterElement(all, last);

const afterNumber = (all: Items, last: JsonObject): Items =>
  all.filter(({ id }) => Number(String(id).slice(5)) > Number(String(last['id']).slice(5)));

/** A faulty service: its cursor does not contain the sort order, so only the first page is sorted. */
const forgotten: Listing = (items, query) => {
  const rest = new URLSearchParams(query);
  if (query.has('cursor')) rest.delete('sort');
  return byCursor(afterElement)(items, rest);
};

/**
 * Serves pages by offset. `moved` is a fault: the number of elements by which each later page of a sorted list starts
 * too late.
 */
function byOffset(moved: number): Listing {
  return (items, query) => {
    const offset = Number(query.get('offset') ?? 0);
    const start = offset > 0 && query.has('sort') ? offset + moved : offset;
    return { body: sorted(items, query).slice(start, start + sizeOf(query)) };
  };
}

/**
 * A correct service: in large pages, elements with equal sort values are in reverse order. The contract does not state
 * the order of such elements.
 */
const otherTies: Listing = (items, query) =>
  byOffset(0)(sizeOf(query) > 3 && query.has('sort') ? items.toReversed() : items, query);

const LOST = ['state/partition elements-differ'];

describe('the pages of a sorted list', () => {
  it.each<[string, ListShape, Listing, readonly string[]]>([
    ['a cursor after the last element', WITH_CURSOR, byCursor(afterElement), []],
    ['a cursor after the value of the last element', WITH_CURSOR, byCursor(afterValue), LOST],
    ['a cursor after the number of the last element', WITH_CURSOR, byCursor(afterNumber), LOST],
    ['a cursor after a value that all stored items have', { ...WITH_CURSOR, items: TIED }, byCursor(afterValue), LOST],
    ['a cursor that loses the order', WITH_CURSOR, forgotten, ['state/ordered not-sorted']],
    ['offsets', WITH_OFFSET, byOffset(0), []],
    ['offsets that skip an element', WITH_OFFSET, byOffset(1), LOST],
    ['offsets, with elements of equal values in a different order for each page size', WITH_OFFSET, otherTies, []],
  ])('a check of a sorted list with %s has these findings: $3', async (_, shape, listing, want) => {
    expect(await listFindings(shape, listing)).toEqual(want);
  });
});
