import { TRIAL_RULES } from '../../../rules/catalogue.js';
import type { Violation } from '../../../rules/finding.js';
import type { TrialContext } from '../../../rules/rule.js';
import type { ProofSubject } from './record-proof.js';

/** Whether the same rule is broken in the same way, by whichever surface is asked about. */
export function showsViolation(context: TrialContext, rule: string, { kind, cause, pointer }: Violation): ProofSubject['shows'] {
  const check = TRIAL_RULES.find(({ id }) => id === rule);
  return (trial, surface) =>
    check?.check(trial, context)?.some((seen) => seen.surface === surface && seen.kind === kind && (seen.cause ?? seen.pointer) === (cause ?? pointer)) ?? false;
}
