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

const BEFORE = { name: 'ending_before', schema: { type: 'string' } };
const NAMED_BEFORE = { ...BEFORE, name: 'before', description: 'Fetches the previous page of the list.' };
const VAGUE = { ...BEFORE, name: 'before', description: 'Only items before this one.' };

/** Serves pages in both directions. `previous` returns the elements of the page before the element at an index. */
const bothWays =
  (previous: (all: readonly JsonObject[], at: number, size: number) => readonly JsonObject[]): Listing =>
  (items, query) => {
    const before = query.get('ending_before') ?? query.get('before');
    if (before === null) return pages({})(items, query);
    const all = items.toReversed();
    const at = all.findIndex(({ id }) => id === before);
    const data = at < 0 ? [] : previous(all, at, Number(query.get('limit') ?? 3));
    return { body: { data, has_more: at > data.length } };
  };

const exact = (all: readonly JsonObject[], at: number, size: number): readonly JsonObject[] =>
  all.slice(Math.max(0, at - size), at);
const OTHER_PAGE = ['state/previous-page other-page'];

it.each<[string, JsonObject, Parameters<typeof bothWays>[0], readonly string[]]>([
  ['no fault', BEFORE, exact, []],
  ['the given element on the page', BEFORE, (all, at, size) => exact(all, at + 1, size), OTHER_PAGE],
  ['the first page of the list', NAMED_BEFORE, (all, at, size) => all.slice(0, Math.min(size, at)), OTHER_PAGE],
  ['the page after the element', NAMED_BEFORE, (all, at, size) => all.slice(at + 1, at + 1 + size), OTHER_PAGE],
  ['the first elements, which the contract permits', VAGUE, (all, at, size) => all.slice(0, Math.min(size, at)), []],
])('a check of the page before an element, with %s → $3', async (_, parameter, previous, want) => {
  const shape = { ...SHAPE, parameters: [LIMIT, AFTER, parameter] } as ListShape;
  expect(await listFindings(shape, bothWays(previous))).toEqual(want);
});
