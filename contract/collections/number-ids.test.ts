import { expect, it } from 'vitest';
import { contractOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { collectionsOf } from './collections.js';

const NUMBER = { type: 'number' };

/** Books with identifiers and page numbers of the type `number`, which the GET of a book takes as `type`. */
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
  'items with identifiers of the type number are read with a path parameter of the type %s: %s',
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
  'the number of notes about a configured read with a parameter of the type %s and the identifier at %s: %d',
  async (type, id, want) => {
    const { notes } = collectionsOf(await contractOf({ paths: books(type) }), { add: { read: 'read', id } });
    expect(notes.filter((note) => note.includes('has no effect'))).toHaveLength(want);
  },
);
