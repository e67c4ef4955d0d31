import { expect, it } from 'vitest';
import type { CaseInput } from '../../../contract/case.js';
import { collectionsOf } from '../../../contract/collections/collections.js';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import { haveEffectEach } from './separate-calls.js';

const text = { type: 'string' };
const json = (properties: JsonObject): JsonObject => ({
  content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } },
});
const replies = (status: string): JsonObject => ({ [status]: { description: '', ...json({ note_id: text }) } });
const contract = await contractOf({
  paths: {
    '/notes': { post: { operationId: 'addNote', requestBody: json({ name: text }), responses: replies('201') } },
    '/notes/{note_id}': {
      parameters: [{ name: 'note_id', in: 'path', required: true, schema: text }],
      get: { operationId: 'getNote', responses: replies('200') },
      put: { operationId: 'putNote', requestBody: json({ name: text }), responses: replies('200') },
    },
    '/runs': {
      post: {
        operationId: 'start',
        'x-svc-repeat': { deterministic: true },
        requestBody: json({ name: text }),
        responses: replies('200'),
      },
    },
  },
});
const { all } = collectionsOf(contract);

it.each<[string, string, CaseInput, boolean]>([
  ['a create without an identifier', 'addNote', { body: { name: 'a' } }, true],
  ['a create with the identifier of a customer', 'addNote', { body: { name: 'a', customer_id: 'b' } }, true],
  ['a create with the identifier of the new item', 'addNote', { body: { note_id: 'a' } }, false],
  ['a create with the member `id`', 'addNote', { body: { id: 'a' } }, false],
  [
    'a create with an idempotency key in a header',
    'addNote',
    { header: { 'Idempotency-Key': 'a' }, body: { name: 'a' } },
    false,
  ],
  ['a create with an idempotency key in the body', 'addNote', { body: { clientToken: 'a' } }, false],
  ['a call with a safe method', 'getNote', { path: { note_id: 'a' } }, false],
  ['a call with an idempotent method', 'putNote', { path: { note_id: 'a' }, body: { name: 'a' } }, false],
  ['a call whose repetition the contract describes', 'start', { body: { name: 'a' } }, false],
])(
  'each of two equal calls has its own effect if nothing identifies a repetition: %s (own effect: $3)',
  (_, id, input, want) => {
    expect(haveEffectEach(operationOf(contract, id), input, all)).toBe(want);
  },
);
