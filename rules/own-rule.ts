import { ParityError } from '../contract/parity-error.js';
import type { Violation } from './finding.js';
import { withRedactedToken } from './redacted-token.js';
import type { Trial, TrialRule } from './rule.js';

/**
 * Wraps a rule that a user wrote in the configuration. If the rule throws or returns a malformed violation, the run
 * gets an error that names the rule and the case.
 */
export function ownRule(rule: TrialRule): TrialRule {
  return withRedactedToken({
    ...rule,
    check: (trial, context) => {
      const violations = called(rule, trial, () => rule.check(trial, context));
      if (violations === undefined) return undefined;
      if (!Array.isArray(violations)) throw unusable(rule, trial, 'it did not return a list of violations');
      for (const violation of violations as readonly unknown[]) {
        const fault = faultOf(violation, trial);
        if (fault !== undefined) throw unusable(rule, trial, `it returned a violation ${fault}`);
      }
      return violations;
    },
  });
}

function called<T>(rule: TrialRule, trial: Trial, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw unusable(rule, trial, error instanceof Error ? error.message : String(error), error);
  }
}

function unusable({ id }: TrialRule, trial: Trial, reason: string, cause?: unknown): ParityError {
  return new ParityError(
    'rule-failed',
    `the rule ${id} failed on the case ${trial.case.id}: ${reason}`,
    'Correct the rule in `rules` of the configuration.',
    { cause },
  );
}

const TEXTS = ['surface', 'pointer', 'kind', 'message'] as const;
const BLAMES: ReadonlySet<unknown> = new Set<Violation['blame']>(['contract', 'surface', 'backend', 'mock', 'harness']);

/**
 * Why a value that a user's rule returned is not a valid violation, as the end of a message; `undefined` if it is
 * valid.
 */
function faultOf(violation: unknown, { observations }: Trial): string | undefined {
  if (typeof violation !== 'object' || violation === null) return 'that is not an object';
  const given = violation as Readonly<Record<string, unknown>>;
  const lacking = TEXTS.find((name) => typeof given[name] !== 'string');
  if (lacking !== undefined) return `whose \`${lacking}\` is not a string`;
  if (!BLAMES.has(given['blame'])) return `whose \`blame\` is not one of ${[...BLAMES].join(', ')}`;
  const json = ['expected', 'received'].find((name) => JSON.stringify(given[name]) === undefined);
  if (json !== undefined) return `whose \`${json}\` is not a JSON value`;
  return observations.some(({ surface }) => surface === given['surface'])
    ? undefined
    : `of the surface ${String(given['surface'])}, which did not run the case`;
}
