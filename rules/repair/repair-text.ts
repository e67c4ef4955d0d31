import { OUTCOME_REPAIRS } from './outcome-repair.js';
import type { RepairText } from './repair-words.js';
import { REPLY_REPAIRS } from './reply-repair.js';
import { REQUEST_REPAIRS } from './request-repair.js';
import type { TrialRule } from '../rule.js';

const REPAIRS: Readonly<Record<string, RepairText>> = { ...REQUEST_REPAIRS, ...REPLY_REPAIRS, ...OUTCOME_REPAIRS };

/** A rule whose violations name in their repair what was given, what was made of it, and what to change. */
export function withRepair(rule: TrialRule): TrialRule {
  const text = REPAIRS[rule.id];
  if (text === undefined) return rule;
  return {
    ...rule,
    check: (trial, context) =>
      rule.check(trial, context)?.map((violation) => {
        // What a mock gets wrong is not repaired in what the contract is about.
        const repair = violation.repair ?? (violation.blame === 'mock' ? undefined : text(violation, trial));
        return repair === undefined ? violation : { ...violation, repair };
      }),
  };
}
