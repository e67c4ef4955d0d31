import { expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json/json.js';
import { type ListShape, type Listing, listFindings } from './list-miniature.js';

/** A list by cursor. `text`: the description of the cursor of the next page. */
const shape = (text: string, description = ''): ListShape => ({
  description,
  parameters: [
    { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 50, default: 3 } },
    { name: 'cursor', schema: { type: 'string' } },
  ],
  envelope: { next: { type: ['string', 'null'], description: text } },
});

/** `hasNext`: whether the cursor is set after a page. */
const listing =
  (hasNext: (end: number, count: number, page: readonly JsonObject[], limit: number) => boolean): Listing =>
  (items, query) => {
    const [limit, start] = [Number(query.get('limit') ?? 3), Number(query.get('cursor') ?? 0)];
    const page = items.slice(start, start + limit);
    return {
      body: { data: page, next: hasNext(start + limit, items.length, page, limit) ? `${start + limit}` : null },
    };
  };

const exact = listing((end, count) => end < count);
/** The cursor is set after each full page. */
const full = listing((_end, _count, page, limit) => page.length === limit);
const FOUND = ['state/has-more needless-cursor'];
const NULL = 'Cursor of the next page, or `null` on the last page.';

it.each<[string, ListShape, Listing, readonly string[]]>([
  ['the last page has no cursor', shape(NULL), exact, []],
  ['a full last page has a cursor', shape(NULL), full, FOUND],
  ['a full last page has a cursor, no more elements', shape('Is null if there are no more items.'), full, FOUND],
  ['the operation states it', shape('', 'The member `next` is `null` on the last page.'), full, FOUND],
  ['no text states it', shape('Cursor of the next page.'), full, []],
  ['the text is about the first page', shape('Is `null` on the first page.'), full, []],
])('judges the cursor before an empty last page: %s → $3', async (_, given, served, want) => {
  expect(await listFindings(given, served)).toEqual(want);
});
