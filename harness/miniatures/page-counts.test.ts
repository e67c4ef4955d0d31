import { describe, expect, it } from 'vitest';
import { type ListShape, type Listing, listFindings } from './list-miniature.js';

const COUNT = { type: 'integer', minimum: 0 };
const PAGED: ListShape = {
  parameters: [
    { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 50, default: 3 } },
    { name: 'page', schema: { type: 'integer', minimum: 1, maximum: 100 } },
  ],
  envelope: { total: COUNT, total_pages: COUNT, remaining_count: COUNT },
};
const CONTINUED: ListShape = {
  parameters: [
    { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 50, default: 3 } },
    { name: 'continue', schema: { type: 'string' } },
  ],
  envelope: { metadata: { type: 'object', properties: { continue: { type: 'string' }, remainingItemCount: COUNT } } },
};
const WRONG_PAGES = ['state/total wrong-page-count'];
const WRONG_REMAINING = ['state/total wrong-remaining'];

/** How a service computes the numbers that each page states, such as the total. */
interface Numbers {
  readonly pages?: (total: number, size: number) => number;
  /** Returns an error that is added to the number of later elements, given the size of the page. */
  readonly more?: (size: number) => number;
  /** Set if the service counts only the elements of the page. */
  readonly isOfPage?: true;
}

const up = (total: number, size: number): number => Math.ceil(total / size);
const sizeOf = (query: URLSearchParams): number => Number(query.get('limit') ?? 3);

function numbered({ pages = up, more = () => 0, isOfPage }: Numbers): Listing {
  return (all, query) => {
    const size = sizeOf(query);
    const start = (Number(query.get('page') ?? 1) - 1) * size;
    const data = all.slice(start, start + size);
    const total = isOfPage === true ? data.length : all.length;
    const later = all.length - start - data.length;
    const counts = {
      total,
      total_pages: pages(total, size),
      ...(later > 0 && { remaining_count: later + more(size) }),
    };
    return { body: { data, ...counts } };
  };
}

function continued(more: (size: number) => number): Listing {
  return (all, query) => {
    const start = Number(query.get('continue') ?? 0);
    const end = start + sizeOf(query);
    const later = all.length - end;
    const next = later > 0 && { continue: String(end), remainingItemCount: later + more(sizeOf(query)) };
    return { body: { data: all.slice(start, end), metadata: { ...next } } };
  };
}

describe('the number of pages and the number of later elements', () => {
  it.each<[string, ListShape, Listing, readonly string[]]>([
    ['right numbers of pages', PAGED, numbered({}), []],
    [
      'a number of pages that is rounded down',
      PAGED,
      numbered({ pages: (n, size) => Math.floor(n / size) }),
      WRONG_PAGES,
    ],
    [
      'one page too many if the last page is full',
      PAGED,
      numbered({ pages: (n, size) => Math.floor(n / size) + 1 }),
      WRONG_PAGES,
    ],
    ['a number of pages that is the number of elements', PAGED, numbered({ pages: (n) => n }), WRONG_PAGES],
    ['a number of pages that is always 0', PAGED, numbered({ pages: () => 0 }), []],
    ['a number of pages for a wrong total', PAGED, numbered({ isOfPage: true }), ['state/total wrong-total']],
    ['a number of later elements that is too large', PAGED, numbered({ more: () => 1 }), WRONG_REMAINING],
    ['right numbers of later elements, with pages by a token', CONTINUED, continued(() => 0), []],
    [
      'a number of later elements that includes those of the page',
      CONTINUED,
      continued((size) => size),
      WRONG_REMAINING,
    ],
  ])('a check of a list whose pages state %s has these findings: $3', async (_, shape, listing, want) => {
    expect(await listFindings(shape, listing)).toEqual(want);
  });
});

const QUERIED: ListShape = {
  parameters: [
    { name: '$filter', schema: { type: 'string' }, example: "id ne 'item-1'" },
    {
      name: '$top',
      description: 'The maximum number of elements on all pages.',
      schema: { type: 'integer', minimum: 0 },
    },
    { name: '$count', schema: { type: 'boolean' } },
  ],
  envelope: { '@odata.count': COUNT, '@odata.nextLink': { type: 'string', format: 'uri-reference' } },
};

/** Serves pages of 3 elements. A link to the next page has a parameter that the contract does not have. */
function queried(countOf: (all: number, selected: number, page: number) => number): Listing {
  return (all, query) => {
    const selected = query.has('$filter') ? all.filter(({ id }) => id !== 'item-1') : all;
    const start = Number(query.get('$skiptoken') ?? 0);
    const whole = selected.slice(start, start + Number(query.get('$top') ?? selected.length));
    const data = whole.slice(0, 3);
    const count = query.get('$count') === 'true' && {
      '@odata.count': countOf(all.length, selected.length, data.length),
    };
    const link = whole.length > 3 && { '@odata.nextLink': `items?$skiptoken=${start + 3}` };
    return { body: { data, ...count, ...link } };
  };
}

const FILTERED: ListShape = {
  parameters: [
    { name: 'filter', schema: { type: 'string' }, example: 'id ne "item-1"' },
    { name: 'startIndex', schema: { type: 'integer', default: 1 } },
    { name: 'count', schema: { type: 'integer', default: 3 } },
  ],
  envelope: { totalResults: COUNT },
};

function filtered(countOf: (all: number, selected: number) => number): Listing {
  return (all, query) => {
    const selected = query.has('filter') ? all.filter(({ id }) => id !== 'item-1') : all;
    const start = Number(query.get('startIndex') ?? 1) - 1;
    const data = selected.slice(start, start + Number(query.get('count') ?? 3));
    return { body: { data, totalResults: countOf(all.length, selected.length) } };
  };
}

describe('the total of a list with a filter that is an expression', () => {
  it.each<[string, ListShape, Listing, readonly string[]]>([
    ['a right total', QUERIED, queried((_, selected) => selected), []],
    ['a total that counts only the page', QUERIED, queried((_, __, page) => page), ['state/total wrong-total']],
    ['a right total of numbered pages', FILTERED, filtered((_, selected) => selected), []],
    ['a total without the filter', FILTERED, filtered((all) => all), ['state/total total-without-filter']],
  ])(
    'a check of a list with an expression as its filter and %s has these findings: $3',
    async (_, shape, listing, want) => {
      expect(await listFindings(shape, listing)).toEqual(want);
    },
  );
});
