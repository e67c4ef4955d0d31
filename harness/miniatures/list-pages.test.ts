import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json/json.js';
import { type ListShape, type Listing, listFindings } from './list-miniature.js';

type Items = readonly JsonObject[];

const COUNT = { type: 'integer', minimum: 0 };
const LIMIT = { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 50, default: 3 } };
const OFFSET = { name: 'offset', schema: { type: 'integer', minimum: 0, maximum: 100 } };
const PAGE = { name: 'page', schema: { type: 'integer', minimum: 1, maximum: 100 } };
const CURSOR = { name: 'cursor', schema: { type: 'string' } };
const STATE = { enum: ['open', 'closed'] };
const BY_STATE = { name: 'state', schema: STATE };
const MEMBERS = { title: { type: 'string', minLength: 1, maxLength: 20 }, state: STATE };
const LINK_HEADER = { Link: { schema: { type: 'string' } } };

const sizeOf = (query: URLSearchParams): number => Number(query.get('limit') ?? 3);
const startOf = (query: URLSearchParams): number => Number(query.get('offset') ?? query.get('cursor') ?? 0);
const matches = (items: Items, query: URLSearchParams): Items =>
  items.filter(({ state }) => !query.has('state') || query.get('state') === state);
const pageOf = (items: Items, query: URLSearchParams): Items =>
  items.slice(startOf(query), startOf(query) + sizeOf(query));
/** The start of the next page. Null on the last page. */
const nextOf = (items: Items, query: URLSearchParams): string | null => {
  const next = startOf(query) + sizeOf(query);
  return next < items.length ? String(next) : null;
};

/** The URI of the next page. Its query has the parameter `name`, and the parameters in `kept` from the given query. */
function linkOf(items: Items, query: URLSearchParams, name: string, kept: readonly string[]): string | null {
  const next = nextOf(items, query);
  const parameters = new URLSearchParams([...query].filter(([known]) => kept.includes(known)));
  return next === null ? null : `/items?${parameters}&${name}=${next}`;
}

const check = async (_: string, shape: ListShape, listing: Listing, want: readonly string[]): Promise<void> => {
  expect(await listFindings(shape, listing)).toEqual(want);
};

type Row = [string, ListShape, Listing, readonly string[]];

const WRONG_TOTAL = ['state/total wrong-total'];
const OFFSETS: ListShape = { parameters: [LIMIT, OFFSET, BY_STATE], envelope: { total: COUNT }, members: MEMBERS };
const IN_META: ListShape = {
  parameters: [PAGE],
  envelope: { meta: { type: 'object', properties: { total_count: COUNT } } },
};
const IN_HEADER: ListShape = { parameters: [LIMIT, OFFSET], headers: { 'X-Total-Count': { schema: COUNT } } };

/** Serves pages by `limit` and `offset`. `totalOf` computes the total of the reply. */
function counted(totalOf: (found: Items, all: Items, page: Items) => number, more: JsonObject = {}): Listing {
  return (all, query) => {
    const found = matches(all, query);
    const page = pageOf(found, query);
    return { body: { data: page, total: totalOf(found, all, page), ...more } };
  };
}

/**
 * A page of a list whose page size is fixed. `moved` is a fault: the number of elements by which each later page starts
 * too early.
 */
function fixedPage(items: Items, query: URLSearchParams, size: number, moved = 0): Items {
  const start = (Number(query.get('page') ?? 1) - 1) * size;
  return items.slice(start === 0 ? 0 : start - moved, start + size);
}

describe('the total of a list', () => {
  it.each<Row>([
    ['a total of all matches', OFFSETS, counted((found) => found.length), []],
    ['a total of the page', OFFSETS, counted((_, __, page) => page.length), WRONG_TOTAL],
    ['a total that ignores the filter', OFFSETS, counted((_, all) => all.length), ['state/total total-without-filter']],
    [
      'a total that ignores the filter, next to a total that applies the filter',
      { ...OFFSETS, envelope: { total: COUNT, filtered: COUNT } },
      counted((_, all) => all.length, { filtered: 1 }),
      [],
    ],
    [
      'a right total, with one page size',
      IN_META,
      (all, query) => ({ body: { data: fixedPage(all, query, 2), meta: { total_count: all.length } } }),
      [],
    ],
    [
      'a total of the page, with one page size',
      IN_META,
      (all, query) => {
        const page = fixedPage(all, query, 2);
        return { body: { data: page, meta: { total_count: page.length } } };
      },
      WRONG_TOTAL,
    ],
    [
      'a total of the page in a header',
      IN_HEADER,
      (all, query) => {
        const page = pageOf(all, query);
        return { body: page, headers: [['X-Total-Count', String(page.length)]] };
      },
      WRONG_TOTAL,
    ],
  ])('a check of a list with %s has these findings: $3', check);
});

const IN_BODY: ListShape = {
  parameters: [LIMIT, OFFSET, BY_STATE],
  envelope: { next: { type: ['string', 'null'], format: 'uri-reference' } },
  members: MEMBERS,
};
const BY_HEADER: ListShape = { parameters: [LIMIT, CURSOR, BY_STATE], headers: LINK_HEADER, members: MEMBERS };

const WITH_LINKS: readonly [string, ListShape, (kept: readonly string[]) => Listing][] = [
  [
    'a member',
    IN_BODY,
    (kept) => (all, query) => {
      const found = matches(all, query);
      return { body: { data: pageOf(found, query), next: linkOf(found, query, 'offset', kept) } };
    },
  ],
  [
    'the header `Link`',
    BY_HEADER,
    (kept) => (all, query) => {
      const found = matches(all, query);
      const link = linkOf(found, query, 'cursor', kept);
      return { body: pageOf(found, query), headers: link === null ? [] : [['Link', `<${link}>; rel="next"`]] };
    },
  ],
];

describe.each(WITH_LINKS)('a link to the next page in %s', (_, shape, linking) => {
  it.each([
    [['limit', 'state'], []],
    [['limit'], ['state/filtered not-matching-on-later-pages']],
    [['state'], ['state/page-size size-lost-in-link']],
  ])('a check of a link that keeps the parameters %j has these findings: $1', async (kept, want) => {
    expect(await listFindings(shape, linking(kept))).toEqual(want);
  });
});

it('a link with a page number that loses the page size is reported as one finding', async () => {
  const shape = { parameters: [LIMIT, PAGE], headers: LINK_HEADER };
  const found = await listFindings(shape, (all, query) => {
    const page = Number(query.get('page') ?? 1);
    const end = page * sizeOf(query);
    const headers = [['Link', `</items?page=${page + 1}>; rel="next"`] as const];
    return { body: all.slice(end - sizeOf(query), end), headers: end < all.length ? headers : [] };
  });
  expect(found).toEqual(['state/page-size size-lost-in-link']);
});

/**
 * A service whose link to the next page has a query parameter that the contract does not have, such as the `$skiptoken`
 * of OData. `moved` is a fault: the number of elements by which each later page starts too late.
 */
function opaque(moved: number): Listing {
  return (all, query) => {
    const [first = '0', filter = ''] = query.get('$skiptoken')?.split('|') ?? ['0', query.toString()];
    const found = matches(all, new URLSearchParams(filter));
    const [start, next] = [Number(first), Number(first) + 2 + moved];
    const token = encodeURIComponent(`${next}|${filter}`);
    const nextLink = next < found.length ? { nextLink: `/items?$skiptoken=${token}` } : {};
    return { body: { data: found.slice(start, start + 2), ...nextLink } };
  };
}

it.each([
  [0, []],
  [1, ['state/listed not-listed']],
])(
  'a link with an undocumented query parameter is followed: pages that start %i elements too late → %j',
  async (moved, want) => {
    const shape = { parameters: [BY_STATE], envelope: { nextLink: { type: 'string' } }, members: MEMBERS };
    expect(await listFindings(shape, opaque(moved))).toEqual(want);
  },
);

const WRONG_FLAG = ['state/has-more wrong-flag'];
const FLAG = { type: 'boolean' };
const WITH_FLAG: ListShape = { parameters: [LIMIT, OFFSET], envelope: { has_more: FLAG } };
const IN_PAGE_INFO: ListShape = {
  parameters: [LIMIT, CURSOR],
  envelope: {
    pageInfo: { type: 'object', properties: { hasNextPage: FLAG, nextCursor: { type: ['string', 'null'] } } },
  },
};
const WITH_LAST: ListShape = { parameters: [PAGE], envelope: { last: FLAG } };

/** Serves pages by `limit` and `offset`. `flagOf` computes the member `has_more` of the reply. */
function flagged(flagOf: (next: string | null, isFull: boolean) => boolean): Listing {
  return (all, query) => {
    const page = pageOf(all, query);
    return { body: { data: page, has_more: flagOf(nextOf(all, query), page.length === sizeOf(query)) } };
  };
}

function withCursor(flagOf: (next: string | null) => boolean): Listing {
  return (all, query) => {
    const next = nextOf(all, query);
    return { body: { data: pageOf(all, query), pageInfo: { hasNextPage: flagOf(next), nextCursor: next } } };
  };
}

/** Serves pages of 2 elements by number. `lastOf` computes the member `last` of the reply. */
function numbered(lastOf: (isLast: boolean) => boolean): Listing {
  return (all, query) => {
    const isLast = Number(query.get('page') ?? 1) * 2 >= all.length;
    return { body: { data: fixedPage(all, query, 2), last: lastOf(isLast) } };
  };
}

describe('a member that states whether further elements follow', () => {
  it.each<Row>([
    ['a right flag, with offsets', WITH_FLAG, flagged((next) => next !== null), []],
    ['a flag that is true for each full page, with offsets', WITH_FLAG, flagged((_, isFull) => isFull), WRONG_FLAG],
    ['a flag that is always false, with offsets', WITH_FLAG, flagged(() => false), WRONG_FLAG],
    ['an inverted flag, with offsets', WITH_FLAG, flagged((next) => next === null), WRONG_FLAG],
    ['a right flag, with a cursor', IN_PAGE_INFO, withCursor((next) => next !== null), []],
    ['a flag that is always true, with a cursor', IN_PAGE_INFO, withCursor(() => true), WRONG_FLAG],
    ['a flag that is always false, with a cursor', IN_PAGE_INFO, withCursor(() => false), WRONG_FLAG],
    [
      'a cursor on each full page, with a flag that agrees',
      IN_PAGE_INFO,
      (all, query) => {
        const page = pageOf(all, query);
        const isFull = page.length === sizeOf(query);
        const next = isFull ? String(startOf(query) + page.length) : null;
        return { body: { data: page, pageInfo: { hasNextPage: isFull, nextCursor: next } } };
      },
      [],
    ],
    ['a flag for the last page', WITH_LAST, numbered((isLast) => isLast), []],
    ['an inverted flag for the last page', WITH_LAST, numbered((isLast) => !isLast), WRONG_FLAG],
  ])('a check of a list whose pages state whether further elements follow, with %s, has these findings: $3', check);
});

const ONE_SIZE: ListShape = { parameters: [PAGE] };
const ONE_SIZE_CURSOR: ListShape = { parameters: [CURSOR], envelope: { next_cursor: { type: ['string', 'null'] } } };
const STORED = Array.from({ length: 7 }, (_, index): JsonObject => ({ id: `item-${index}`, title: 'same' }));

/**
 * Serves pages of 20 elements by a cursor. `moved`: the number of elements by which each later page starts too late.
 */
function byCursor(moved: number): Listing {
  return (all, query) => {
    const start = Number(query.get('cursor') ?? 0);
    const next = start + 20 + moved;
    return { body: { data: all.slice(start, start + 20), next_cursor: next < all.length ? String(next) : null } };
  };
}

describe('a list with one page size', () => {
  it.each<Row>([
    ['pages of 2 elements', ONE_SIZE, (all, query) => ({ body: fixedPage(all, query, 2) }), []],
    ['pages of 20 elements', ONE_SIZE, (all, query) => ({ body: fixedPage(all, query, 20) }), []],
    [
      'pages of 20 elements that repeat the last element of the page before',
      ONE_SIZE,
      (all, query) => ({ body: fixedPage(all, query, 20, 1) }),
      ['state/listed listed-twice'],
    ],
    [
      'pages of 20 elements that lack their last element',
      ONE_SIZE,
      (all, query) => ({ body: fixedPage(all, query, 20).slice(0, 19) }),
      ['state/listed not-listed'],
    ],
    ['pages by a cursor', ONE_SIZE_CURSOR, byCursor(0), []],
    ['pages by a cursor that repeat an element', ONE_SIZE_CURSOR, byCursor(-1), ['state/listed listed-twice']],
    ['pages by a cursor that lack an element', ONE_SIZE_CURSOR, byCursor(1), ['state/listed not-listed']],
    [
      'pages of items that no operation creates',
      { ...ONE_SIZE, items: STORED, isReadOnly: true },
      (all, query) => ({ body: fixedPage(all, query, 3) }),
      [],
    ],
    [
      'pages of items that no operation creates, with a repeated element',
      { ...ONE_SIZE, items: STORED, isReadOnly: true },
      (all, query) => ({ body: fixedPage(all, query, 3, 1) }),
      ['state/partition element-repeated'],
    ],
  ])('a check of a list with %s has these findings: $3', check);
});

/**
 * The ways to state paging parameters in brackets: members of one object, or parameters with brackets in their names.
 */
const BRACKETS: readonly [string, (names: Readonly<Record<string, JsonObject>>) => readonly JsonObject[]][] = [
  [
    'the members of an object',
    (names) => [
      { name: 'page', style: 'deepObject', schema: { type: 'object', additionalProperties: false, properties: names } },
    ],
  ],
  [
    'parameters with brackets in their names',
    (names) => Object.entries(names).map(([name, schema]) => ({ name: `page[${name}]`, schema })),
  ],
];
const SIZE = { type: 'integer', minimum: 1, maximum: 50, default: 3 };
const NEXT = { next: { type: ['string', 'null'] } };

/**
 * Serves pages by parameters in brackets. `moved`: the number of elements by which each later page starts too late.
 * `least`: the smallest page size of the service.
 */
function bracketed(size: string, place: string, moved = 0, least = 1): Listing {
  return (all, query) => {
    const limit = Math.max(Number(query.get(`page[${size}]`) ?? 3), least);
    const given = query.get(`page[${place}]`);
    const at = place === 'number' ? (Number(given ?? 1) - 1) * limit : Number(given ?? 0);
    const start = at === 0 ? 0 : at + moved;
    const page = all.slice(start, start + limit);
    const next = start + limit < all.length ? String(start + limit) : null;
    return { body: place === 'after' ? { data: page, next } : page };
  };
}

const LOST = ['state/partition elements-differ'];
const LONG = ['state/page-size longer-than-limit'];

describe.each(BRACKETS)('paging parameters that are %s', (_, parametersOf) => {
  it.each<[string, string, JsonObject]>([
    ['size', 'number', { type: 'integer', minimum: 1, maximum: 100 }],
    ['limit', 'offset', { type: 'integer', minimum: 0, maximum: 100 }],
    ['size', 'after', { type: 'string' }],
  ])(
    'a check of pages with the parameters `%s` and `%s` finds lost elements and pages that are too long',
    async (size, place, schema) => {
      const parameters = parametersOf({ [size]: SIZE, [place]: schema });
      const shape = { parameters, ...(place === 'after' && { envelope: NEXT }) };
      expect(await listFindings(shape, bracketed(size, place))).toEqual([]);
      expect(await listFindings(shape, bracketed(size, place, 1))).toEqual(LOST);
      expect(await listFindings(shape, bracketed(size, place, 0, 5))).toEqual(LONG);
    },
  );
});
