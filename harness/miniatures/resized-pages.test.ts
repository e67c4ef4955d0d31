import { expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json/json.js';
import { type Listing, listFindings } from './list-miniature.js';

const LIMIT = { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 50, default: 3 } };
const CURSOR = { name: 'cursor', schema: { type: 'string' } };
const ENVELOPE = { next_cursor: { type: ['string', 'null'] } };

/** Serves pages by a cursor. `ways` define how a cursor is made and how it is read. */
function pages(ways: {
  readonly cursorOf: (end: number, size: number) => string;
  readonly read: (cursor: string, size: number) => { readonly start: number; readonly size: number };
}): Listing {
  return (items, query) => {
    const [limit, cursor] = [Number(query.get('limit') ?? 3), query.get('cursor')];
    const { start, size } = cursor === null ? { start: 0, size: limit } : ways.read(cursor, limit);
    const end = start + size;
    return {
      body: { data: items.slice(start, end), next_cursor: end < items.length ? ways.cursorOf(end, size) : null },
    };
  };
}

const FAITHFUL = pages({ cursorOf: String, read: (cursor, size) => ({ start: Number(cursor), size }) });
const KEPT_SIZE = pages({
  cursorOf: (end, size) => `${end} ${size}`,
  read: (cursor) => {
    const [start = 0, size = 0] = cursor.split(' ').map(Number);
    return { start, size };
  },
});
const PAGE_NUMBER = pages({
  cursorOf: (end, size) => String(end / size),
  read: (cursor, size) => ({ start: Number(cursor) * size, size }),
});

const LONG = ['state/page-size longer-than-limit'];

it.each<[string, Listing, JsonObject, readonly string[]]>([
  ['the position of the next element', FAITHFUL, {}, []],
  ['the page size of the page that issued it', KEPT_SIZE, {}, LONG],
  ['the number of a page', PAGE_NUMBER, {}, ['state/partition element-repeated']],
  [
    'the page size of the page that issued it, with a description that states how to get the first page',
    KEPT_SIZE,
    { description: 'The `next_cursor` of the page before. Omit it for the first page.' },
    LONG,
  ],
  [
    'the page size of the page that issued it, as its description states',
    KEPT_SIZE,
    { description: 'The `next_cursor` of the page before. The limit is ignored beside it.' },
    [],
  ],
])('a check of a list whose cursor contains %s has these findings: $3', async (_, listing, text, want) => {
  expect(await listFindings({ parameters: [LIMIT, { ...CURSOR, ...text }], envelope: ENVELOPE }, listing)).toEqual(
    want,
  );
});

it('a cursor may contain the page size if a description states that later pages keep the size of the first page', async () => {
  const limit = { ...LIMIT, description: 'The size of the first page, which later pages keep.' };
  expect(await listFindings({ parameters: [limit, CURSOR], envelope: ENVELOPE }, KEPT_SIZE)).toEqual([]);
});
