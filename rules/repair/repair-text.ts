import { OUTCOME_REPAIRS } from './outcome-repair.js';
import type { RepairText } from './repair-words.js';
import { REPLY_REPAIRS } from './reply-repair.js';
import { REQUEST_REPAIRS } from './request-repair.js';
import type { TrialRule } from '../rule.js';

const REPAIRS: Readonly<Record<string, RepairText>> = { ...REQUEST_REPAIRS, ...REPLY_REPAIRS, ...OUTCOME_REPAIRS };

/**
 * Wraps a rule. Each of its violations gets a repair that names the expected value, the received value and the code to
 * change.
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
        // A fault of the mock gets no specific repair: specific repairs name code of the user, and this code cannot fix
        // the mock.
        const repair = violation.repair ?? (violation.blame === 'mock' ? undefined : text(violation, trial));
        return repair === undefined ? violation : { ...violation, repair };
      });
    },
  };
}
