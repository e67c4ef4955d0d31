import { expect, test } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import { isSendable } from './sendable.js';

const text = { schema: { type: 'string' }, required: true };

test.each([
  ['a short path', { path: { id: 'a' } }, true],
  ['a path of less than 8,000 octets', { path: { id: 'a'.repeat(7_900) } }, true],
  ['a path that is longer than servers accept', { path: { id: 'a'.repeat(8_000) } }, false],
  ['a path that becomes too long by its encoding', { path: { id: 'é'.repeat(1_400) } }, false],
  ['a query that is longer than servers accept', { path: { id: 'a' }, query: { q: 'a'.repeat(8_000) } }, false],
  ['a header that is longer than servers accept', { path: { id: 'a' }, header: { 'X-A': 'a'.repeat(8_000) } }, false],
  ['a body of any length', { path: { id: 'a' }, body: 'a'.repeat(20_000) }, true],
  ['a path that matches a different operation', { path: { id: 'mine' } }, false],
])('decides whether an input can be sent: %s → $2', async (_, input, want) => {
  const responses = { 204: { description: '' } };
  const contract = await contractOf({
    paths: {
      '/items/mine': { put: { operationId: 'mine', responses } },
      '/items/{id}': {
        put: {
          operationId: 'put',
          parameters: [
            { name: 'id', in: 'path', ...text },
            { name: 'q', in: 'query', schema: { type: 'string' } },
            { name: 'X-A', in: 'header', schema: { type: 'string' } },
          ],
          requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } },
          responses,
        },
      },
    },
  });
  expect(isSendable(contract, operationOf(contract, 'put'), input)).toBe(want);
});
