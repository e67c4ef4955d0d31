import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const NOT_LISTED: Given = {
  blame: 'backend',
  rule: 'state/listed',
  kind: 'not-listed',
  pointer: '/response/body/items',
};
const COUNTED: Given = {
  blame: 'backend',
  rule: 'state/total',
  kind: 'wrong-total',
  pointer: '/response/body/total',
};
const UNORDERED: Given = { blame: 'backend', rule: 'state/serial-order', kind: 'no-serial-order', pointer: '/state' };

const ON_PAGES: Given = {
  blame: 'backend',
  rule: 'state/filtered',
  kind: 'match-missing-on-pages',
  pointer: '/response/body/items/*/status',
  cause: 'makeThing status',
};
const ON_ONE: Given = { ...ON_PAGES, kind: 'match-missing' };
const REPEATED: Given = {
  blame: 'backend',
  rule: 'state/partition',
  kind: 'element-repeated',
  pointer: '/state/pages',
  cause: 'makeThing',
};
const LOST_SORTED: Given = { ...REPEATED, kind: 'elements-differ', cause: 'makeThing sort' };
const UNSORTED: Given = {
  blame: 'backend',
  rule: 'state/ordered',
  kind: 'not-sorted',
  pointer: '/response/body/items',
  cause: 'makeThing sort',
};
const UNISSUED: GivenTrial = {
  violations: [
    { blame: 'backend', rule: 'conformance/invalid-rejected', kind: 'invalid-accepted', pointer: '/query/cursor' },
  ],
  expect: { kind: 'rejected', keyword: 'issued', pointer: '/query/cursor' },
};
const each = (...given: readonly Given[]): readonly GivenTrial[] => given.map((one) => ({ violations: [one] }));

it.each<[string, readonly GivenTrial[], number]>([
  ['matches that are missing on several pages are one finding with repeated elements', each(ON_PAGES, REPEATED), 1],
  [
    'matches that are missing on several pages are a separate finding from elements in another order',
    each(ON_PAGES, { ...REPEATED, kind: 'order-changed' }),
    2,
  ],
  [
    'matches that are missing on several pages are a separate finding from repeated elements of another list',
    [...each(ON_PAGES), { ...each(REPEATED)[0], operation: 'orderThing' } as GivenTrial],
    2,
  ],
  [
    'matches that are missing on several pages are one finding with matches that are missing on one page',
    each(ON_PAGES, ON_ONE),
    1,
  ],
  [
    'matches that are missing on several pages are a separate finding from matches of another filter that are missing on one page',
    each(ON_PAGES, { ...ON_ONE, cause: 'makeThing kind' }),
    2,
  ],
  [
    'matches that are missing on several pages and on one page are a separate finding from repeated elements',
    each(ON_PAGES, ON_ONE, REPEATED),
    2,
  ],
  ['an accepted cursor that was not issued is one finding with repeated elements', [UNISSUED, ...each(REPEATED)], 1],
  [
    'an accepted cursor that was not issued is a separate finding from elements in another order',
    [UNISSUED, ...each({ ...REPEATED, kind: 'order-changed' })],
    2,
  ],
  [
    'elements that only sorted pages lose are one finding with a list that is not sorted',
    each(UNSORTED, LOST_SORTED),
    1,
  ],
  ['elements that all pages lose are a separate finding from a list that is not sorted', each(UNSORTED, REPEATED), 2],
  [
    'elements that sorted pages lose are one finding with elements that all pages repeat',
    each(REPEATED, LOST_SORTED),
    1,
  ],
])('%s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});

const WRONG: Given = { ...ON_ONE, kind: 'not-matching' };
const BOTH: Given = { ...ON_ONE, cause: 'makeThing kind status', pointer: '/response/body/items/*/kind' };

it.each<[string, readonly GivenTrial[], number]>([
  ['form one finding with wrong matches of one of the filters', each(WRONG, BOTH), 1],
  ['form one finding with missing matches of one of the filters', each(ON_ONE, BOTH), 1],
  ['form one finding with missing and wrong matches of one of the filters', each(WRONG, ON_ONE, BOTH), 1],
  [
    'are a separate finding if matches of a third filter are wrong',
    each({ ...WRONG, cause: 'makeThing size' }, BOTH),
    2,
  ],
  [
    'are a separate finding if matches of another list are wrong',
    [...each(BOTH), { ...each({ ...WRONG, cause: 'orderThing status' })[0], operation: 'orderThing' } as GivenTrial],
    2,
  ],
])('missing matches of two filters %s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});

const LATER: Given = { ...WRONG, kind: 'not-matching-on-later-pages' };

it.each<[string, readonly GivenTrial[], number]>([
  [
    'two filters with wrong matches on later pages are one finding',
    each(LATER, { ...LATER, cause: 'makeThing kind' }),
    1,
  ],
  [
    'two filters with wrong matches on later pages are one finding with missing matches',
    each(LATER, { ...LATER, cause: 'makeThing kind' }, { ...ON_PAGES, cause: 'makeThing kind' }),
    1,
  ],
  [
    'wrong matches on later pages are one finding with wrong matches of the same filter on the first page',
    each(WRONG, LATER),
    1,
  ],
  [
    'wrong matches on later pages are a separate finding from wrong matches of another filter on the first page',
    each({ ...WRONG, cause: 'makeThing kind' }, LATER),
    2,
  ],
  [
    'two lists with wrong matches on later pages are two findings',
    [...each(LATER), { ...each({ ...LATER, cause: 'orderThing status' })[0], operation: 'orderThing' } as GivenTrial],
    2,
  ],
])('%s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});

const DEFAULT: Given = {
  blame: 'backend',
  rule: 'state/default-page',
  kind: 'other-default',
  pointer: '/query/archived',
  cause: 'makeThing `archived`',
  expected: ['a'],
  received: ['a', 'b'],
};
const withDefault = (query: GivenTrial['query'], given: Given, operation = 'makeThing'): GivenTrial => ({
  violations: [given],
  operation,
  ...(query && { query }),
});
const PAGED = { archived: false, page_size: 1 };
const SKIPPED: Given = { ...REPEATED, kind: 'elements-differ' };

it.each<[string, readonly GivenTrial[], number]>([
  ['forms one finding with pages that lose elements', [withDefault(PAGED, DEFAULT), ...each(SKIPPED)], 1],
  ['forms one finding with pages that repeat elements', [withDefault(PAGED, DEFAULT), ...each(REPEATED)], 1],
  [
    'is a separate finding from pages in another order',
    [withDefault(PAGED, DEFAULT), ...each({ ...SKIPPED, kind: 'order-changed' })],
    2,
  ],
  [
    'is a separate finding if it was not read in pages',
    [withDefault({ archived: false }, DEFAULT), ...each(SKIPPED)],
    2,
  ],
  [
    'is a separate finding if the first element differs',
    [withDefault(PAGED, { ...DEFAULT, expected: ['b'] }), ...each(SKIPPED)],
    2,
  ],
  [
    'is a separate finding from pages of another list that lose elements',
    [withDefault(PAGED, { ...DEFAULT, cause: 'orderThing `archived`' }, 'orderThing'), ...each(SKIPPED)],
    2,
  ],
  [
    'is a separate finding if its page has fewer elements than the default page size',
    [withDefault(PAGED, { ...DEFAULT, cause: 'makeThing', expected: 3, received: 2 }), ...each(SKIPPED)],
    2,
  ],
])(
  'a list with the default of a filter that differs from the list without it %s (findings: $2)',
  async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  },
);

describe('lists that lack items are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a list that lacks items forms one finding with a list that lacks items after concurrent calls',
      [{ violations: [NOT_LISTED] }, { violations: [UNORDERED] }],
      true,
    ],
    [
      'a list that lacks items forms one finding with a wrong number of elements',
      [{ violations: [NOT_LISTED] }, { violations: [COUNTED] }],
      true,
    ],
    ['a list that lacks items forms one finding with matches that a filter loses', each(NOT_LISTED, ON_ONE), true],
    [
      'a list with wrong values of items is a separate finding from matches that a filter loses',
      each({ ...NOT_LISTED, kind: 'listed-differently' }, ON_ONE),
      false,
    ],
    [
      'a list with wrong values of items is a separate finding from a wrong number of elements',
      [{ violations: [{ ...NOT_LISTED, kind: 'listed-differently' }] }, { violations: [COUNTED] }],
      false,
    ],
    [
      'a list with wrong values of items is a separate finding from a list that lacks items after concurrent calls',
      [{ violations: [{ ...NOT_LISTED, kind: 'listed-differently' }] }, { violations: [UNORDERED] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});
