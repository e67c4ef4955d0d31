import { expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json/json.js';
import { type ListShape, type Listing, listFindings } from './list-miniature.js';

const COLOR = { type: 'string', enum: ['red', 'blue', 'green'] };
const TEXT = { type: 'string' };
const SHAPE: ListShape = {
  description: 'The link `next` is present exactly if further items follow.',
  parameters: [
    { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 50, default: 3 } },
    { name: 'offset', schema: { type: 'integer', minimum: 0, default: 0 } },
    { name: 'color', schema: COLOR },
  ],
  envelope: {
    total: { type: 'integer' },
    link: {
      type: 'array',
      items: { type: 'object', properties: { rel: { type: 'string', enum: ['self', 'next'] }, href: TEXT } },
    },
  },
  members: { color: COLOR, title: { ...TEXT, minLength: 1, maxLength: 20 } },
  entry: (item) => ({ type: 'object', required: ['node'], properties: { node: item, cursor: TEXT } }),
};

interface Fault {
  readonly isUnfiltered?: true;
  readonly isPageTotal?: true;
  readonly isNextOnFullPage?: true;
  readonly isChanged?: true;
}

/** Serves pages of entries that contain the items. */
const pages =
  ({ isUnfiltered, isPageTotal, isNextOnFullPage, isChanged }: Fault): Listing =>
  (items, query) => {
    const color = query.get('color');
    const matches = items.filter((item) => isUnfiltered || color === null || item['color'] === color);
    const [size, start] = [Number(query.get('limit') ?? 3), Number(query.get('offset') ?? 0)];
    const page = matches.slice(start, start + size);
    const rest = matches.length - start - size;
    const next = new URLSearchParams([...query].filter(([name]) => name !== 'offset'));
    next.set('offset', String(start + size));
    const follows = rest > 0 || (isNextOnFullPage === true && page.length === size);
    const link: JsonObject[] = follows ? [{ rel: 'next', href: `/items?${next}` }] : [];
    const node = (item: JsonObject): JsonObject => (isChanged === true ? { ...item, title: 'Untitled' } : item);
    const data = page.map((item, index) => ({ node: node(item), cursor: String(start + index) }));
    return { body: { data, link, total: isPageTotal === true ? page.length : matches.length } };
  };

it.each<[string, Fault, readonly string[]]>([
  ['no fault', {}, []],
  ['an ignored filter', { isUnfiltered: true }, ['state/filtered not-matching']],
  ['a total of the page', { isPageTotal: true }, ['state/total wrong-total']],
  ['a link on a full last page', { isNextOnFullPage: true }, ['state/has-more cursor-at-end']],
  ['other values in the list', { isChanged: true }, ['state/listed changed']],
])('a check of a list whose entries contain the items, with %s → $2', async (_, fault, want) => {
  expect(await listFindings(SHAPE, pages(fault))).toEqual(want);
});
