import { expect, it } from 'vitest';
import { contractOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { type Corrections, collectionsOf } from './collections.js';

const BOOK = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };

function replies(schema: JsonObject): JsonObject {
  return { responses: { 200: { description: '', content: { 'application/json': { schema } } } } };
}

it.each<[string, JsonObject, Corrections, string | undefined]>([
  ['an operation removes a single item', { delete: { operationId: 'removeBook', ...replies(BOOK) } }, {}, 'id'],
  ['no operation has the path of a single item', {}, {}, undefined],
  [
    'the configuration excludes the read of a single item',
    { get: { operationId: 'getBook', ...replies(BOOK) }, delete: { operationId: 'removeBook', ...replies(BOOK) } },
    { addBook: { read: false } },
    undefined,
  ],
])('finds the member that identifies the elements of a list: %s → $3', async (_, operations, corrections, want) => {
  const body = { content: { 'application/json': { schema: BOOK } } };
  const contract = await contractOf({
    paths: {
      '/books': {
        get: { operationId: 'listBooks', ...replies({ type: 'array', items: BOOK }) },
        post: { operationId: 'addBook', requestBody: body, ...replies(BOOK) },
      },
      '/books/{bookId}': {
        parameters: [{ name: 'bookId', in: 'path', required: true, schema: { type: 'string' } }],
        ...operations,
      },
    },
  });
  const [books] = collectionsOf(contract, corrections).all;
  expect(books?.list?.operation.id).toBe('listBooks');
  expect(books?.list?.id).toBe(want);
});
