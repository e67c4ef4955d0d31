import { expect, it } from 'vitest';
import { contractOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import { type Corrections, collectionsOf } from '../collections.js';
import { notComparedNotes } from './not-compared.js';

const TEXT = { type: 'string' };
const BOOK = { type: 'object', properties: { id: TEXT } };
const BOOKS = { type: 'array', items: BOOK };
const ID = { name: 'id', in: 'path', required: true, schema: TEXT };
const PAGE = { name: 'page', in: 'query', schema: { type: 'integer' } };

function operation(operationId: string, properties: JsonObject, more: JsonObject = {}): JsonObject {
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  return { operationId, responses: { 200: { description: '', content } }, ...more };
}

function query(name: string, required: boolean, schema: JsonObject = TEXT): JsonObject {
  return { name, in: 'query', required, schema };
}

const BODY = { content: { 'application/json': { schema: BOOK } } };
const LISTED = operation('listBooks', { books: BOOKS }, { parameters: [PAGE] });
const SEVERAL = operation('listBooks', { books: BOOKS, shelves: BOOKS });
const ADD = operation('addBook', { id: TEXT }, { requestBody: BODY });
const SAVE = operation('saveBook', { id: TEXT }, { requestBody: BODY });

async function notes(paths: JsonObject, corrections: Corrections = {}): Promise<readonly string[]> {
  const contract = await contractOf({ paths });
  return notComparedNotes(contract, corrections, collectionsOf(contract, corrections).all);
}

it.each<[JsonObject, string | undefined]>([
  [LISTED, undefined],
  [SEVERAL, 'each of several arrays in the reply may be the list (for example `/books`, `/shelves`).'],
  [
    operation('listBooks', { books: BOOKS }, { parameters: [query('q', true)] }),
    'the query parameter `q` is required.',
  ],
  [operation('listBooks', { books: BOOKS }, { parameters: [query('q', false)] }), undefined],
  [operation('listBooks', { books: BOOKS }, { parameters: [query('api-version', true, { enum: ['v1'] })] }), undefined],
  [operation('listBooks', { books: BOOKS }, { parameters: [query('v', true, { const: 1 })] }), undefined],
  [operation('listBooks', { names: { type: 'array', items: TEXT }, days: { type: 'array', items: TEXT } }), undefined],
  [operation('listBooks', { id: TEXT }), undefined],
])('the reason why a list is not compared: %j → %s', async (get, want) => {
  const found = await notes({ '/books': { get } });
  expect(found).toEqual(want === undefined ? [] : [`The list of listBooks is not compared: ${want}`]);
});

it('the reply to a read of one item is not a list', async () => {
  expect(await notes({ '/books/{id}': { get: SEVERAL, parameters: [ID] } })).toEqual([]);
});

const PATHS = {
  '/books': { get: LISTED, post: ADD },
  '/books/{id}': { parameters: [ID], put: SAVE, get: operation('getBook', BOOK.properties) },
};

it.each<[Corrections, readonly string[]]>([
  [{ addBook: { list: 'listBooks', id: '/id' }, listBooks: {}, unknown: {} }, []],
  [{ addBook: { paging: { by: 'link' } } }, []],
  [{ saveBook: { list: 'listBooks' } }, ['collection of saveBook has no effect: it is not recognised as a POST']],
  [{ getBook: { paging: false } }, ['collection of getBook has no effect: no list with pages or filters']],
  [{ addBook: { list: 'getBook' } }, ['list getBook of addBook has no effect: the reply']],
  [
    { addBook: { id: '/key' } },
    ['identifier `/key` of addBook has no effect: the reply has no member at this pointer'],
  ],
  [
    { addBook: { paging: { by: 'link', pointer: '/next' } } },
    ['paging of addBook has no effect: the reply to listBooks has no member `/next`'],
  ],
  [{ addBook: { list: false, paging: { by: 'link' } } }, ['paging of addBook has no effect: no list is recognised']],
])('notes state which parts of a configuration have no effect: %j → %j', async (corrections, want) => {
  const found = await notes(PATHS, corrections);
  expect(found.map((note, index) => note.includes(want[index] ?? '-'))).toEqual(want.map(() => true));
});
