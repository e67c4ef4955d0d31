import type { RuleStatement } from '../rule.js';

/**
 * The rule that a contract can be read. It is not in the Spectral ruleset, because a contract that breaks it cannot be
 * linted.
 */
export const readable: RuleStatement = {
  id: 'contract/readable',
  severity: 'must',
  statement: 'The contract is a YAML or JSON file of reasonable size.',
  source: 'OpenAPI §4.3; YAML 1.2.',
  repair: 'Correct the file, or the path of the contract, on the command line or in parity.config.ts.',
};
