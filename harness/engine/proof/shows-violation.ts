import type { Violation } from '../../../rules/finding.js';
import type { TrialContext } from '../../../rules/rule.js';
import { judge } from '../judge/judge.js';
import type { ProofSubject } from './record-proof.js';

/**
 * Returns a function that tests whether a trial shows the same violation on a surface: with the same rule, kind and
 * cause.
 */
export function showsViolation(
  context: TrialContext,
  rule: string,
  { kind, cause, pointer }: Violation,
): ProofSubject['shows'] {
  return (trial, surface) =>
    judge(trial, context).broken.some(
      ({ rule: { id }, violation: seen }) =>
        id === rule &&
        seen.surface === surface &&
        seen.kind === kind &&
        (seen.cause ?? seen.pointer) === (cause ?? pointer),
    );
}
