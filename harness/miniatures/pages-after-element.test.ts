import { expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json/json.js';
import { type ListShape, type Listing, listFindings } from './list-miniature.js';

interface Ways {
  /** A fault: the number of elements by which a later page starts too late. */
  readonly moved?: number;
  /**
   * Decides whether the page states that further elements follow. `rest` is the number of elements from the start of
   * the page to the end of the list.
   */
  readonly follows?: (rest: number, size: number) => boolean;
  /** The order of the items. Default: the newest item is the first. */
  readonly isOldestFirst?: true;
}

const LIMIT = { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 50, default: 3 } };
const AFTER = { name: 'starting_after', schema: { type: 'string' } };
const RANK = { rank: { type: 'integer', minimum: 0, maximum: 5000 } };
const SHAPE: ListShape = {
  parameters: [LIMIT, AFTER, { name: 'min_rank', schema: RANK.rank }],
  envelope: { has_more: { type: 'boolean' } },
  members: { ...RANK, title: { type: 'string', minLength: 1, maxLength: 20 } },
};
const OF_LAST = { ...AFTER, name: 'after', description: 'The `id` of the last item of the page before.' };

const pages =
  ({ moved = 0, follows = (rest, size) => rest > size, isOldestFirst }: Ways): Listing =>
  (items, query) => {
    const [size, least] = [Number(query.get('limit') ?? 3), Number(query.get('min_rank') ?? 0)];
    const all = (isOldestFirst === true ? items : items.toReversed()).filter(({ rank = 0 }) => Number(rank) >= least);
    const after = query.get('starting_after') ?? query.get('after');
    const at = all.findIndex(({ id }) => id === after);
    const start = after === null ? 0 : at < 0 ? all.length : at + 1 + moved;
    const rest = all.slice(start);
    return { body: { data: rest.slice(0, size), has_more: follows(rest.length, size) } };
  };

const withoutFlag =
  (ways: Ways): Listing =>
  (items, query) => {
    const { data = [] } = pages(ways)(items, query).body as JsonObject;
    return { body: { data } };
  };

it.each<[string, Ways, readonly string[]]>([
  ['no fault', {}, []],
  ['the oldest item first', { isOldestFirst: true }, []],
  ['pages that start with the last element of the previous page', { moved: -1 }, ['state/partition element-repeated']],
  ['pages that leave out an element', { moved: 1 }, ['state/partition elements-differ']],
  [
    'a full last page that states that elements follow',
    { follows: (rest, size) => rest >= size },
    ['state/has-more wrong-flag'],
  ],
  ['pages that state that no elements follow', { follows: () => false }, ['state/partition elements-differ']],
])('a check of pages after an element, with %s → $2', async (_, ways, want) => {
  expect(await listFindings(SHAPE, pages(ways))).toEqual(want);
});

it.each<[string, Ways, readonly string[]]>([
  ['no fault', {}, []],
  ['pages that start with the last element of the previous page', { moved: -1 }, ['state/listed listed-twice']],
  ['pages that leave out an element', { moved: 1 }, ['state/partition elements-differ']],
])(
  'a check of pages after an element that do not state whether elements follow, with %s → $2',
  async (_, ways, want) => {
    const shape = { ...SHAPE, parameters: [LIMIT, OF_LAST], envelope: { kind: { const: 'list' } } };
    expect(await listFindings(shape, withoutFlag(ways))).toEqual(want);
  },
);
