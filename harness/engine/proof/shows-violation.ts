import type { Violation } from '../../../rules/finding.js';
import type { TrialContext } from '../../../rules/rule.js';
import { judge } from '../judge/judge.js';
import type { ProofSubject } from './record-proof.js';

/** Whether the same rule is broken in the same way, by whichever surface is asked about. */
export function showsViolation(context: TrialContext, rule: string, { kind, cause, pointer }: Violation): ProofSubject['shows'] {
  return (trial, surface) =>
    judge(trial, context).broken.some(
      ({ rule: { id }, violation: seen }) =>
        id === rule && seen.surface === surface && seen.kind === kind && (seen.cause ?? seen.pointer) === (cause ?? pointer),
    );
}
