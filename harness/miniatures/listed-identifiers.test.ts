import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TITLE = { title: { type: 'string', minLength: 1, maxLength: 30 } };
const BOOK = { type: 'object', required: ['book_id', 'title'], properties: { book_id: { type: 'string' }, ...TITLE } };
const NEW_BOOK = { type: 'object', required: ['title'], additionalProperties: false, properties: TITLE };
const FAILURES = { 404: { description: '' }, 422: { description: '' } };

const PATHS: JsonObject = {
  '/books': {
    get: {
      operationId: 'list',
      responses: { 200: { description: '', ...json({ type: 'array', items: BOOK }) } },
    },
    post: {
      operationId: 'add',
      requestBody: { required: true, ...json(NEW_BOOK) },
      responses: { 201: { description: '', ...json(BOOK) }, ...FAILURES },
    },
  },
  '/books/{book_id}': {
    get: {
      operationId: 'read',
      parameters: [inPath('book_id')],
      responses: { 200: { description: '', ...json(BOOK) }, ...FAILURES },
    },
  },
};

/** Returns the number in the identifier of a new book, from the number of books that exist and that were added. */
type Assign = (existing: number, added: number) => number;

/** A service of books. At its start, it contains three books. */
function service(assign: Assign): WrittenService {
  return () => {
    const books = new Map<string, JsonObject>();
    for (const id of ['book-1', 'book-2', 'book-3']) books.set(id, { book_id: id, title: `Title of ${id}` });
    let added = 0;
    return ({ method, segments: [root, id], json: body }) => {
      if (root !== 'books') return problem(404);
      const book = books.get(id ?? '');
      if (id !== undefined) return book === undefined ? problem(404) : reply(200, book);
      if (method === 'GET') return reply(200, [...books.values()]);
      const title = isJsonObject(body) ? body['title'] : undefined;
      if (typeof title !== 'string' || !/^.{1,30}$/su.test(title)) return problem(422);
      added += 1;
      const made = { book_id: `book-${assign(books.size, added)}`, title };
      books.set(made.book_id, made);
      return reply(201, made);
    };
  };
}

it.each<[string, Assign, readonly string[]]>([
  ['the next number', (existing) => existing + 1, []],
  ['a count that starts at 1', (_, added) => added, ['state/new-item identifier-repeated']],
  ['the number of books', (existing) => existing, ['state/new-item identifier-repeated']],
])(
  'a check judges the identifier of a new item by the items that the service had before: %s',
  async (_, assign, want) => {
    expect(await foundIn(PATHS, service(assign), { phases: ['sequences'] })).toEqual(want);
  },
);
