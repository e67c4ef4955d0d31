import { expect, test } from 'vitest';
import type { Case, CaseInput, StepFeed } from '../../../contract/case.js';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import type { OperationId } from '../../../contract/operation.js';
import { CaseMaker } from '../../cases/make-cases.js';
import { classOf } from './case-class.js';

const BODY = { type: 'object', minProperties: 1, properties: { title: { type: 'string', minLength: 1 } } };

const contract = await contractOf({
  paths: {
    '/shelves/{shelf}/books/{book}': {
      parameters: ['shelf', 'book'].map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', pattern: '^[a-z][0-9]$' },
      })),
      patch: {
        operationId: 'change',
        requestBody: { required: true, content: { 'application/json': { schema: BODY } } },
        responses: { '204': { description: 'Changed.' }, '404': { description: 'Unknown.' } },
      },
    },
  },
});
const operation = operationOf(contract, 'change');
const maker = new CaseMaker(contract, { seed: 1, runs: 1, values: new Map() });

function fed(name: string): StepFeed {
  return { in: 'path', name, pointer: '/id', step: 'create' };
}

const STEP: Case = {
  id: 'change/sequence/0',
  operation: 'change' as OperationId,
  input: { body: { title: 'a long title' } },
  provenance: { kind: 'sequence', name: '0' },
  expect: { kind: 'answered' },
  token: 'configured',
  gate: 'approved',
};

test('a smaller input for a step of a sequence may lack the arguments that come from earlier replies', () => {
  const expectationOf = classOf(
    { contract, operation, maker },
    { ...STEP, feeds: [fed('book')], within: [fed('shelf')] },
  );
  const kinds = (...inputs: readonly CaseInput[]): readonly unknown[] =>
    inputs.map((input) => expectationOf(input)?.kind);
  expect(kinds({ body: { title: 'b' } }, { body: { title: '' } }, { body: {} }, {})).toEqual([
    'answered',
    undefined,
    undefined,
    undefined,
  ]);
});

test('a smaller input for a step of a sequence must have each argument that does not come from an earlier reply', () => {
  const expectationOf = classOf({ contract, operation, maker }, { ...STEP, feeds: [fed('book')] });
  expect(expectationOf({ body: { title: 'b' } })).toBeUndefined();
  expect(expectationOf({ path: { shelf: 's1' }, body: { title: 'b' } })).toEqual({ kind: 'answered' });
});
