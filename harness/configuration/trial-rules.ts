import { ParityError } from '../../contract/parity-error.js';
import { LEVELS } from '../../rules/aspect.js';
import { TRIAL_RULES } from '../../rules/catalogue/catalogue.js';
import { ownRule } from '../../rules/own-rule.js';
import { EVERYWHERE, type TrialRule } from '../../rules/rule.js';
import type { ParityConfig } from './config.js';

/**
 * The rules about trials for a run: the rules of the catalogue, then the rules of the user. Configured severities
 * replace the severities of the rules.
 */
export function trialRules({ rules = [], severities = {} }: ParityConfig, path: string): readonly TrialRule[] {
  const all = [...TRIAL_RULES, ...rules.map((rule) => ownRule(checked(rule, path)))];
  const ids = all.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    throw invalid(
      path,
      `\`rules\` has a rule with the id ${twice}, which already exists`,
      'Give the rule an id that no other rule has.',
    );
  const unknown = Object.keys(severities).find((id) => !ids.includes(id));
  if (unknown !== undefined)
    throw invalid(path, `\`severities\` names the unknown rule ${unknown}`, 'Name a rule that `parity explain` lists.');
  return all.map((rule) => ({ ...rule, severity: severities[rule.id] ?? rule.severity }));
}

/**
 * Checks a rule of the user, and returns it. Only functions and sets are checked here, because the schema of the
 * configuration cannot describe them.
 */
function checked(rule: TrialRule, path: string): TrialRule {
  if (typeof rule.check !== 'function')
    throw invalid(path, `\`check\` of the rule ${rule.id} is not a function`, CHECK);
  const isSet = rule.backends instanceof Set && [...rule.backends].every((backend) => EVERYWHERE.has(backend));
  if (!isSet || rule.backends.size === 0)
    throw invalid(
      path,
      `\`backends\` of the rule ${rule.id} must be a set of one or more of: ${[...EVERYWHERE].join(', ')}`,
      BACKENDS,
    );
  if (!READS.has(rule.reads))
    throw invalid(path, `\`reads\` of the rule ${rule.id} is not one of ${[...READS].join(', ')}`, LAST_PART);
  return rule;
}

const READS: ReadonlySet<string> = new Set([...LEVELS, 'outcome']);
const CHECK =
  'Write a function that returns the violations of a trial, or `undefined` if the rule does not apply to the trial.';
const BACKENDS = "Write `new Set(['reference'])`.";
const LAST_PART = 'Set `reads` to the last part in this list that the rule needs.';

function invalid(path: string, message: string, repair: string): ParityError {
  return new ParityError('config-invalid', `${path}: ${message}`, repair);
}
