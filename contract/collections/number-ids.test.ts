import { expect, it } from 'vitest';
import { contractOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { collectionsOf } from './collections.js';

const NUMBER = { type: 'number' };

/**
 * The paths of an API for books. Identifiers and page numbers in its bodies have the type `number`. `type` is the type
 * of the path parameter for a book.
 */
function books(type: string): JsonObject {
  const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
  const book = { type: 'object', properties: { id: NUMBER, name: { type: 'string' } } };
  const query = (name: string): JsonObject => ({ name, in: 'query', schema: NUMBER });
  return {
    '/books': {
      post: { operationId: 'add', requestBody: json(book), responses: { 201: { description: '', ...json(book) } } },
      get: {
        operationId: 'list',
        parameters: [query('page'), query('limit')],
        responses: { 200: { description: '', ...json({ type: 'array', items: book }) } },
      },
    },
    '/books/{bookId}': {
      get: {
        operationId: 'read',
        parameters: [{ name: 'bookId', in: 'path', required: true, schema: { type } }],
        responses: { 200: { description: '', ...json(book) } },
      },
    },
  };
}

it.each([
  ['number', '/id'],
  ['integer', '/id'],
  ['boolean', undefined],
])(
  'finds the identifier, which has the type number, if the path parameter of the read has the type %s: %s',
  async (type, want) => {
    const [found] = collectionsOf(await contractOf({ paths: books(type) })).all;
    expect(found?.read?.id.pointer).toBe(want);
    expect([found?.list?.next, found?.list?.limit?.name]).toMatchObject([{ by: 'page', name: 'page' }, 'limit']);
  },
);

it.each([
  ['number', '/id', 0],
  ['boolean', '/id', 1],
  ['number', '/name', 1],
])(
  'a configured read with a path parameter of the type %s, and with the identifier at %s, causes %d notes',
  async (type, id, want) => {
    const { notes } = collectionsOf(await contractOf({ paths: books(type) }), { add: { read: 'read', id } });
    expect(notes.filter((note) => note.includes('has no effect'))).toHaveLength(want);
  },
);
