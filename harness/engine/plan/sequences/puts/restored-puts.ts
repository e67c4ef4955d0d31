import type { CaseInput } from '../../../../../contract/case.js';
import { refusedUnlessRemoved } from '../../../../../contract/collections/states/stated-actions.js';
import type { Operation } from '../../../../../contract/operation.js';
import { parentPath } from '../../../../../contract/path-relations.js';
import type { PlannedSequence } from '../../planned/planned-sequence.js';
import type { PutSteps } from './put-steps.js';

/** Sequences that try to restore a new item, if the contract states that only a removed item can be restored. */
export function restoredPuts(
  operations: readonly Operation[],
  put: Operation,
  input: CaseInput,
  path: NonNullable<CaseInput['path']>,
  stepsOf: (name: string) => PutSteps,
): readonly PlannedSequence[] {
  return operations
    .filter((each) => parentPath(each.path) === put.path && refusedUnlessRemoved(each))
    .map((action) => {
      const steps = stepsOf(`refused-on-new-${action.id}`);
      steps.addPut(input, path);
      steps.addRead(path);
      steps.addSimplest(action, path);
      return steps.extraSequence();
    });
}
