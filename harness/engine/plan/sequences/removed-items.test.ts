import { expect, test } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { Json } from '../../../../contract/json/json.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { planSequences } from './sequence-plan.js';

async function planned(name: Json, conflict: boolean) {
  const members = { type: 'object', required: ['name'], properties: { name } };
  const item = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, name } };
  const body = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
  const replies = (schema: Json): Json => ({ 200: { description: 'A reply.', ...(body(schema) as object) } });
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const contract = await contractOf({
    paths: {
      '/books': {
        get: { operationId: 'listBooks', responses: replies({ type: 'array', items: item }) },
        post: {
          operationId: 'addBook',
          requestBody: { required: true, ...(body(members) as object) },
          responses: {
            201: { description: 'Added.', ...(body(item) as object) },
            ...(conflict && { 409: { description: 'There is such a book.' } }),
          },
        },
      },
      '/books/{id}': {
        parameters,
        get: { operationId: 'getBook', responses: { ...(replies(item) as object), 404: { description: 'None.' } } },
        delete: { operationId: 'removeBook', responses: { 204: { description: 'Removed.' } } },
      },
    },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const { sequences, notes } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const steps = sequences.find((sequence) => sequence.name === 'removed-removeBook')?.steps ?? [];
  const created = steps.filter(({ operation }) => operation.id === 'addBook');
  const bodies = created.map((step) => JSON.stringify(step.case.input.body));
  const removed = steps.filter(({ operation }) => operation.id === 'removeBook').length;
  return { created: created.length, distinct: new Set(bodies).size, removed, notes: notes.length };
}

const TEXT = { type: 'string', minLength: 1, maxLength: 20 };

test.each<readonly [string, { given: readonly [Json, boolean]; want: object }]>([
  [
    'other items with equal inputs exist before and after a removed item, and the first one is removed later',
    { given: [TEXT, false], want: { created: 3, distinct: 2, removed: 2, notes: 0 } },
  ],
  [
    'other items with different inputs exist around a removed item if a 409 is documented, and the first one is removed later',
    { given: [TEXT, true], want: { created: 3, distinct: 3, removed: 2, notes: 0 } },
  ],
  [
    'only one other item exists beside a removed item if only two inputs are possible',
    { given: [{ enum: ['a', 'b'] }, true], want: { created: 2, distinct: 2, removed: 1, notes: 0 } },
  ],
  [
    'no other item exists beside a removed item if only one input is possible, and a note states this',
    { given: [{ const: 'a' }, true], want: { created: 1, distinct: 1, removed: 1, notes: 1 } },
  ],
])('plans the removal of an item: %s', async (_, { given, want }) => {
  expect(await planned(...given)).toEqual(want);
});
