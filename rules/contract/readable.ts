import type { RuleStatement } from '../rule.js';

/** Not in the ruleset: what breaks it can't be linted at all. */
export const readable: RuleStatement = {
  id: 'contract/readable',
  severity: 'must',
  statement: 'The contract is a YAML or JSON file of reasonable size.',
  source: 'OpenAPI 3.1 §4.3; YAML 1.2.',
  repair: 'Correct the file, or name the right one.',
};
