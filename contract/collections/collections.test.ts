import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readContract } from '../reading/read-contract.js';
import type { Json, JsonObject } from '../json/json.js';
import { fedValue } from './next-page.js';
import { type Corrections, collectionsOf } from './collections.js';
import type { Collection, ItemList } from './collection.js';

const text = { type: 'string' };

function operation(operationId: string, schema: JsonObject, parameters: readonly JsonObject[] = []): JsonObject {
  return { operationId, parameters, responses: { '200': reply(schema) } };
}

function linked(operationId: string, schema: JsonObject, parameters: readonly JsonObject[]): JsonObject {
  const headers = { Link: { schema: text } };
  return { operationId, parameters, responses: { '200': { ...reply(schema), headers } } };
}

function reply(schema: JsonObject): JsonObject {
  return { description: 'A reply.', content: { 'application/json': { schema } } };
}

function create(operationId: string, schema: JsonObject, links?: JsonObject): JsonObject {
  return {
    operationId,
    requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
    responses: { '201': { ...reply(schema), ...(links && { links }) } },
  };
}

function item(name: string): JsonObject {
  return { type: 'object', properties: { [name]: text } };
}

function list(...others: readonly string[]): JsonObject {
  const members = others.map((name) => [name, { type: ['string', 'null'] }] as const);
  return { type: 'object', properties: { data: { type: 'array', items: item('id') }, ...Object.fromEntries(members) } };
}

/**
 * The schema of a page with a list in its member `data`. The page also has a member `name`, which is an object with the
 * given properties.
 */
function paged(name: string, properties: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: { data: { type: 'array', items: item('id') }, [name]: { type: 'object', properties } },
  };
}

function query(name: string, type = 'string', more: JsonObject = {}): JsonObject {
  return { name, in: 'query', schema: { type, ...more } };
}

function pathParameter(name: string): JsonObject {
  return { name, in: 'path', required: true, schema: text };
}

async function found(paths: JsonObject, corrections?: Corrections): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'collections-'));
  try {
    const document = { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths };
    writeFileSync(join(folder, 'api.json'), JSON.stringify(document));
    const reading = await readContract('api.json', { root: folder, prefix: 'svc' });
    if (reading.kind === 'faults') throw new Error(JSON.stringify(reading.faults));
    const { all, notes } = collectionsOf(reading.contract, corrections);
    return { all: all.map(summary), notes: notes.length };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function summary({ create: made, read, list: listed }: Collection): object {
  return {
    ...(made && { create: made.id }),
    ...(read && { read: `${read.operation.id} ${read.id.name} ${read.id.pointer}` }),
    ...(listed && {
      list: [
        listed.operation.id,
        listed.elements,
        listed.id ?? '-',
        nextWords(listed),
        listed.limit === undefined ? '-' : `${listed.limit.name} ${listed.limit.default ?? '-'}`,
        ...listed.unknownPaging,
      ].join(' '),
    }),
  };
}

function nextWords({ next }: ItemList): string {
  if (next === undefined) return '-';
  if (!('by' in next)) return `${next.name} ${next.pointer}`;
  return next.by === 'link' ? 'link' : `${next.by} ${next.name} ${next.by === 'last' ? next.id : next.first}`;
}

const READ = { get: operation('getBook', item('id'), [pathParameter('bookId')]) };
const LINK = { book: { operationId: 'getBook', parameters: { bookId: '$response.body#/data/key' } } };

const TABLE: readonly (readonly [string, { given: JsonObject; corrections?: Corrections; want: object }])[] = [
  [
    'an item that is read at a path below its list, and a list without pages',
    {
      given: {
        '/books': { post: create('addBook', item('id')), get: operation('listBooks', list()) },
        '/books/{bookId}': READ,
      },
      want: { all: [{ create: 'addBook', read: 'getBook bookId /id', list: 'listBooks /data id - -' }], notes: 1 },
    },
  ],
  [
    'an item that is read by a link, which takes precedence over the path of the item',
    {
      given: { '/books': { post: create('addBook', item('id'), LINK) }, '/books/{bookId}': READ },
      want: { all: [{ create: 'addBook', read: 'getBook bookId /data/key' }], notes: 0 },
    },
  ],
  [
    'no read of an item if no member matches the path parameter',
    {
      given: { '/books': { post: create('addBook', item('name')) }, '/books/{bookId}': READ },
      want: { all: [], notes: 0 },
    },
  ],
  [
    'no read of an item if the matching member has a different type',
    {
      given: {
        '/books': { post: create('addBook', { type: 'object', properties: { id: { type: 'boolean' } } }) },
        '/books/{bookId}': READ,
      },
      want: { all: [], notes: 0 },
    },
  ],
  [
    'an item whose identifier is at a configured pointer',
    {
      given: {
        '/books': { post: create('addBook', { type: 'object', properties: { data: item('key') } }) },
        '/books/{bookId}': READ,
      },
      corrections: { addBook: { id: '/data/key' } },
      want: { all: [{ create: 'addBook', read: 'getBook bookId /data/key' }], notes: 1 },
    },
  ],
  [
    'no collection that the configuration excludes',
    {
      given: {
        '/books': { post: create('addBook', item('id')), get: operation('listBooks', list()) },
        '/books/{bookId}': READ,
      },
      corrections: { addBook: { read: false, list: false } },
      want: { all: [], notes: 0 },
    },
  ],
  [
    'paging by a cursor with a common name',
    {
      given: {
        '/books': {
          get: operation('listBooks', list('next_cursor'), [
            query('cursor'),
            query('limit', 'integer', { default: 7 }),
          ]),
        },
      },
      want: { all: [{ list: 'listBooks /data - cursor /next_cursor limit 7' }], notes: 0 },
    },
  ],
  [
    'paging by the cursor in the URL of the next page, which is in a nested member',
    {
      given: {
        '/books': { get: operation('listBooks', paged('links', { next: text }), [query('page_token')]) },
        '/shoes': {
          get: operation(
            'listShoes',
            paged('_links', { next: { type: 'object', properties: { href: text } }, self: text }),
            [query('cursor')],
          ),
        },
        '/hats': { get: operation('listHats', paged('other', { next: text }), [query('cursor')]) },
      },
      want: {
        all: [
          { list: 'listBooks /data - page_token /links/next -' },
          { list: 'listShoes /data - cursor /_links/next/href -' },
        ],
        notes: 0,
      },
    },
  ],
  [
    'an item that is read by a path parameter with the singular name of its collection, but not with another name',
    {
      given: {
        '/jobs': { post: create('startJob', item('id')) },
        '/jobs/{job}': { get: operation('getJob', item('id'), [pathParameter('job')]) },
        '/files': { post: create('addFile', item('id')) },
        '/files/{name}': { get: operation('getFile', item('id'), [pathParameter('name')]) },
      },
      want: { all: [{ create: 'startJob', read: 'getJob job /id' }], notes: 1 },
    },
  ],
  [
    'no cursor if several members have the name of a cursor',
    {
      given: {
        '/books': {
          post: create('addBook', item('id')),
          get: operation('listBooks', list('next', 'nextToken'), [query('cursor')]),
        },
        '/books/{id}': { get: operation('getBook', item('id'), [pathParameter('id')]) },
      },
      want: { all: [{ create: 'addBook', read: 'getBook id /id', list: 'listBooks /data id - - cursor' }], notes: 2 },
    },
  ],
  [
    'paging by page numbers; a size parameter by itself is not paging',
    {
      given: {
        '/books': {
          post: create('addBook', item('id')),
          get: operation('listBooks', list(), [query('page', 'integer')]),
        },
        '/shoes': {
          post: create('addShoe', item('id')),
          get: operation('listShoes', list(), [query('size', 'integer')]),
        },
      },
      want: {
        all: [
          { create: 'addBook', list: 'listBooks /data - page page 1 -' },
          { create: 'addShoe', list: 'listShoes /data - - -' },
        ],
        notes: 0,
      },
    },
  ],
  [
    'paging by page numbers from 0 or by offsets, and a paging parameter with an unknown effect',
    {
      given: {
        '/books': {
          get: operation('listBooks', list(), [
            query('pageNumber', 'integer', { minimum: 0 }),
            query('offset', 'integer'),
          ]),
        },
        '/shoes': { get: operation('listShoes', list(), [query('offset', 'integer'), query('since')]) },
        '/hats': { get: operation('listHats', list(), [query('page'), query('offset', 'string')]) },
      },
      want: {
        all: [{ list: 'listBooks /data - page pageNumber 0 -' }, { list: 'listShoes /data - offset offset 0 - since' }],
        notes: 1,
      },
    },
  ],
  [
    'no paging by dates in a list with a cursor or without pages',
    {
      given: {
        '/books': {
          get: operation('listBooks', list('next_cursor'), [
            query('cursor'),
            query('since', 'string', { format: 'date-time' }),
            query('until', 'string', { format: 'date' }),
          ]),
        },
        '/shoes': {
          post: create('addShoe', item('id')),
          get: operation('listShoes', list(), [query('since', 'string', { format: 'date-time' })]),
        },
        '/hats': {
          post: create('addHat', item('id')),
          get: operation('listHats', list(), [
            query('limit', 'integer'),
            query('before', 'string', { format: 'date-time' }),
          ]),
        },
      },
      want: {
        all: [
          { create: 'addShoe', list: 'listShoes /data - - -' },
          { create: 'addHat', list: 'listHats /data - - limit - before' },
          { list: 'listBooks /data - cursor /next_cursor -' },
        ],
        notes: 1,
      },
    },
  ],
  [
    'paging by the header Link, which takes precedence over a page number, but not over a cursor',
    {
      given: {
        '/books': { get: linked('listBooks', list(), [query('page', 'integer')]) },
        '/shoes': { get: linked('listShoes', list('next_cursor'), [query('cursor')]) },
      },
      want: {
        all: [{ list: 'listBooks /data - link -' }, { list: 'listShoes /data - cursor /next_cursor -' }],
        notes: 0,
      },
    },
  ],
  [
    'paging from the configuration',
    {
      given: {
        '/books': {
          post: create('addBook', item('id')),
          get: operation('listBooks', list(), [query('at', 'integer')]),
        },
        '/shoes': { get: operation('listShoes', list(), [query('page', 'integer')]) },
        '/hats': { get: operation('listHats', list(), []) },
      },
      corrections: {
        addBook: { paging: { by: 'offset', parameter: 'at', first: 1 } },
        listShoes: { paging: false },
        listHats: { paging: { by: 'link' } },
      },
      want: {
        all: [{ create: 'addBook', list: 'listBooks /data - offset at 1 -' }, { list: 'listHats /data - link -' }],
        notes: 0,
      },
    },
  ],
];

it.each<[value: Json, want: Json | undefined]>([
  ['abc', 'abc'],
  ['', undefined],
  [null, undefined],
  [7, 7],
  ['/books?limit=2&cursor=a%2Bb', 'a+b'],
  ['https://books.example/v1?cursor=abc', 'abc'],
  ['/abc==', '/abc=='],
])('if the member `next` of a page is %j, the cursor of the next page is %j', (next, want) => {
  expect(fedValue({ next }, { in: 'query', name: 'cursor', pointer: '/next' })).toEqual(want);
});

describe('collectionsOf', () => {
  it.each(TABLE)('finds the collections of a contract: %s', async (_, { given, corrections, want }) => {
    expect(await found(given, corrections)).toEqual(want);
  });
});
