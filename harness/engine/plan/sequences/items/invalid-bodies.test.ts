import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../../contract/collections/collections.js';
import { contractAt } from '../../../../../contract/fixtures/contracts.js';
import type { OperationId } from '../../../../../contract/operation.js';
import type { FoundPaths } from '../../../../cases/values/found-items.js';
import { CaseMaker } from '../../../../cases/make-cases.js';
import type { PlannedSequence } from '../../planned/planned-sequence.js';
import { planSequences } from '../sequence-plan.js';

const ROOT = join(import.meta.dirname, '../../../../miniatures');

async function planned(found: FoundPaths, areInvalidTested = true): Promise<readonly PlannedSequence[]> {
  const contract = await contractAt(join(ROOT, 'tasks.openapi.yaml'), { root: ROOT });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map(), found });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true, areInvalidTested);
  return sequences.filter(({ name }) => name.startsWith('invalid-'));
}

function operationsOf(sequences: readonly PlannedSequence[]): readonly string[] {
  return [...new Set(sequences.flatMap(({ steps }) => steps.map(({ operation }) => operation.id)))];
}

it('an item is created, and then gets invalid bodies of one operation', async () => {
  const sequences = await planned(new Map());
  expect(operationsOf(sequences)).toEqual(['addTask', 'putTask', 'patchTask', 'putFile']);
  for (const { steps } of sequences) {
    const [, ...invalid] = steps.map((step) => step.case);
    expect(invalid.length).toBeLessThanOrEqual(12);
    expect(new Set(invalid.map(({ operation, expect: { kind } }) => `${operation} ${kind}`)).size).toBe(1);
    expect(invalid.every(({ feeds }) => feeds?.some(({ step }) => step === steps[0]?.case.id))).toBe(true);
  }
});

it('an operation whose cases outside of sequences already identify an existing item is in no sequence with invalid bodies', async () => {
  const sequences = await planned(new Map([['patchTask' as OperationId, [{ task_id: 'task-1' }]]]));
  expect(operationsOf(sequences)).not.toContain('patchTask');
});

it('a run that tests no invalid inputs has no sequences with invalid bodies', async () => {
  expect(await planned(new Map(), false)).toEqual([]);
});
