import { operationNamed } from '../../../contract/contract.js';
import { sameRequest } from '../../../rules/parity/same-request.js';
import type { TrialContext } from '../../../rules/rule.js';
import type { Observation } from '../../../surfaces/observation.js';

/**
 * Whether the surface changed the request of an earlier step of a sequence, or of a further page. What the service
 * stored or returned then differs from what the cases state.
 */
export function hasChangedStep({ earlier = [], followed = [] }: Observation, context: TrialContext): boolean {
  const pages = earlier.flatMap((step) => step.followed ?? []);
  return [...earlier, ...pages, ...followed].some((step) => isChanged(step, context));
}

/** The results of `hasChangedStep` for earlier steps. They are stored, because each step comes before many others. */
const known = new WeakMap<Observation, boolean>();

function isChanged(step: Observation, context: TrialContext): boolean {
  const result = known.get(step) ?? wasChanged(step, context);
  known.set(step, result);
  return result;
}

function wasChanged(step: Observation, context: TrialContext): boolean {
  const operation = operationNamed(context.contract, step.case.operation);
  if (operation === undefined || step.case.raw !== undefined || step.case.misuse !== undefined) return false;
  const violations = sameRequest.check({ case: step.case, operation, observations: [step] }, context) ?? [];
  return violations.some(({ tolerance }) => tolerance === undefined);
}
