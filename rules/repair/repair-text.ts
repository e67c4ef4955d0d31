import { OUTCOME_REPAIRS } from './outcome-repair.js';
import type { RepairText } from './repair-words.js';
import { REPLY_REPAIRS } from './reply-repair.js';
import { REQUEST_REPAIRS } from './request-repair.js';
import type { TrialRule } from '../rule.js';

const REPAIRS: Readonly<Record<string, RepairText>> = { ...REQUEST_REPAIRS, ...REPLY_REPAIRS, ...OUTCOME_REPAIRS };

/**
 * Wraps a rule so that each of its violations gets a repair of its own, which states the expected value, the received
 * value and the code to change.
 */
export function withRepair(rule: TrialRule): TrialRule {
  const text = REPAIRS[rule.id];
  if (text === undefined) return rule;
  return {
    ...rule,
    check: (trial, context) => {
      const violations = rule.check(trial, context);
      if (violations === undefined || violations.length === 0) return violations;
      return violations.map((violation) => {
        // A violation of the mock keeps the general repair: a specific repair names code of the user, which cannot
        // change the mock.
        const repair = violation.repair ?? (violation.blame === 'mock' ? undefined : text(violation, trial));
        return repair === undefined ? violation : { ...violation, repair };
      });
    },
  };
}
