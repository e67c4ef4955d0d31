import { expect, it } from 'vitest';
import { type Listing, listFindings } from './list-miniature.js';

const LIMIT = { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 50, default: 3 } };
const CURSOR = { name: 'cursor', schema: { type: 'string' } };

/**
 * Serves the pages of a list by a cursor. `follows` decides whether a page has a cursor for the next page, given the
 * number of elements from the start of the page to the end of the list.
 */
const pages =
  (follows: (rest: number, size: number) => boolean): Listing =>
  (items, query) => {
    const [size, start] = [Number(query.get('limit') ?? 3), Number(query.get('cursor') ?? 0)];
    const rest = items.slice(start);
    const next_cursor = follows(rest.length, size) ? String(start + size) : null;
    return { body: { data: rest.slice(0, size), next_cursor } };
  };

const FAITHFUL = pages((rest, size) => rest > size);
const FULL_PAGES = pages((rest, size) => rest >= size);
const AT_END = ['state/has-more cursor-at-end'];
const OF_MEMBER = 'Cursor of the next page; `null` if there are no more items.';

it.each<[string, string, string, Listing, readonly string[]]>([
  ['a description of the end, and no fault', OF_MEMBER, '', FAITHFUL, []],
  ['a description of the end, and a cursor on a full last page', OF_MEMBER, '', FULL_PAGES, AT_END],
  [
    'a description of the end in the operation',
    '',
    '`next_cursor` is `null` on the last page, and only there.',
    FULL_PAGES,
    AT_END,
  ],
  [
    'a description of when the cursor is present',
    '',
    '`next_cursor` is present exactly if further\nitems follow the page.',
    FULL_PAGES,
    AT_END,
  ],
  [
    'a description of when the cursor may be present',
    'May be present only if further items follow.',
    '',
    FULL_PAGES,
    [],
  ],
  ['a description of when another page follows', 'Set only if there are more pages.', '', FULL_PAGES, []],
  [
    'a description of another member in the operation',
    '',
    '`cursor` is `null` if no more items follow.',
    FULL_PAGES,
    [],
  ],
  ['a description that may mean an empty last page', '`null` on the last page.', '', FULL_PAGES, []],
  ['a description of pages', '`null` if there are no more pages.', '', FULL_PAGES, []],
  ['a description that permits an empty page', OF_MEMBER, 'The last page may be an empty page.', FULL_PAGES, []],
  ['no description', '', '', FULL_PAGES, []],
])('a check of a list that is paged by a cursor, with %s → $4', async (_, member, description, listing, want) => {
  const envelope = { next_cursor: { type: ['string', 'null'], description: member } };
  expect(await listFindings({ description, parameters: [LIMIT, CURSOR], envelope }, listing)).toEqual(want);
});

const ON_LAST = 'The last page has no `next_cursor`.';
const totalOf =
  (listing: Listing, total = (size: number): number => size): Listing =>
  (items, query) => {
    const { body, ...rest } = listing(items, query);
    return { ...rest, body: { ...body, total: total(items.length) } };
  };

it.each<[string, string, Listing, readonly string[]]>([
  ['no fault', ON_LAST, totalOf(FAITHFUL), []],
  ['a cursor on a full last page', ON_LAST, totalOf(FULL_PAGES), AT_END],
  [
    'a cursor on a full last page, and other words',
    'Has `next_cursor` on every page except the last.',
    totalOf(FULL_PAGES),
    AT_END,
  ],
  [
    'a cursor on a full last page, and a text about another member',
    'The last page has no `first_cursor`.',
    totalOf(FULL_PAGES),
    [],
  ],
  [
    'a cursor on a full last page, and a text that permits one',
    'The last page may have no `next_cursor`.',
    totalOf(FULL_PAGES),
    [],
  ],
  ['a cursor on a full last page, and no total', ON_LAST, FULL_PAGES, []],
])(
  'a check of a list whose description states that the last page has no cursor, with %s → $3',
  async (_, description, listing, want) => {
    const envelope = { next_cursor: { type: ['string', 'null'] }, total: { type: 'integer' } };
    expect(await listFindings({ description, parameters: [LIMIT, CURSOR], envelope }, listing)).toEqual(want);
  },
);
