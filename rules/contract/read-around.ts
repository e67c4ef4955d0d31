import type { RuleStatement } from '../rule.js';

/**
 * The rule for faults that our reader of contracts tolerates, although other tools may read the contract differently.
 * It is not in the Spectral ruleset, because the reader finds these faults.
 */
export const readAround: RuleStatement = {
  id: 'contract/read-around',
  severity: 'must',
  statement: 'Every part of the contract has one meaning, which no reader has to guess.',
  source: 'OpenAPI 3.1 §4.8.2, §4.8.8, §4.8.10, §4.8.12, §4.8.16, §4.8.30.',
  repair: 'Correct this part of the contract, because other tools may read it differently, or not at all.',
};
