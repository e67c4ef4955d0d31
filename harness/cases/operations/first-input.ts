import type { CaseInput } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import type { Operation } from '../../../contract/operation.js';
import { isSafeMethod } from '../../../contract/wire/safe-method.js';
import { BudgetSpent, MOST_CASE_STEPS } from '../nodes/work-budget.js';
import { KnownMembers } from '../values/known-members.js';
import { type KnownValues, NOTHING_KNOWN } from '../values/known-values.js';
import { valueSources } from './argument-values.js';
import { OperationInputs } from './operation-inputs.js';

/**
 * One valid input of an operation, found without making all its cases. For an unsafe method, it is the first example of
 * the contract; otherwise, it is the simplest input.
 */
export function firstInput(
  contract: Contract,
  operation: Operation,
  values: ReadonlyMap<string, KnownValues>,
): CaseInput | undefined {
  const sources = valueSources(contract, new KnownMembers(values));
  sources.budget.renew(MOST_CASE_STEPS);
  try {
    const inputs = OperationInputs.of(sources, operation, ({ name }) => values.get(name) ?? NOTHING_KNOWN);
    const example = isSafeMethod(operation.method) ? undefined : inputs.examples().next().value;
    return example ?? inputs.simplest();
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    return undefined;
  }
}
