import { describe, expect, it } from 'vitest';
import { TRIAL_RULES } from '../../rules/catalogue/catalogue.js';
import type { TrialRule } from '../../rules/rule.js';
import { completeConfig } from './load-config.js';

const RULE: TrialRule = {
  id: 'house/rule',
  severity: 'should',
  statement: 'A statement.',
  source: 'The house.',
  repair: 'Correct it.',
  backends: new Set(['reference']),
  reads: 'reply',
  check: () => undefined,
};

function rulesWith(members: object): readonly TrialRule[] {
  const config = { contracts: ['a.yaml'], surfaces: { rest: { driver: 'rest' } }, ...members };
  return completeConfig(config, '/a/parity.config.ts').rules;
}

describe('trialRules', () => {
  it('returns the rules of the catalogue, and then the rules of the configuration', () => {
    expect(rulesWith({ rules: [RULE] }).map(({ id }) => id)).toEqual([...TRIAL_RULES.map(({ id }) => id), RULE.id]);
  });

  it('severities in the configuration replace those of the rules', () => {
    const severities = { 'parity/same-request': 'should', [RULE.id]: 'must' };
    const rules = rulesWith({ rules: [RULE], severities });
    expect(rules.filter(({ id }) => id in severities).map(({ severity }) => severity)).toEqual(['should', 'must']);
  });

  it.each<[string, object, RegExp]>([
    [
      'a rule with an id that lacks its family',
      { rules: [{ ...RULE, id: 'rule' }] },
      /rules\.0\.id must match pattern/,
    ],
    [
      'a rule with an id of the catalogue',
      { rules: [{ ...RULE, id: 'state/echo' }] },
      /state\/echo, which already exists/,
    ],
    ['two rules with the same id', { rules: [RULE, RULE] }, /house\/rule, which already exists/],
    [
      'a rule with a check that is not a function',
      { rules: [{ ...RULE, check: 'none' }] },
      /`check` of the rule house\/rule is not a function/,
    ],
    [
      'a rule with a list of backends instead of a set',
      { rules: [{ ...RULE, backends: ['reference'] }] },
      /`backends` .* must be a set of/,
    ],
    [
      'a rule with an unknown backend',
      { rules: [{ ...RULE, backends: new Set(['prod']) }] },
      /`backends` .* must be a set of/,
    ],
    ['an unknown part in `reads`', { rules: [{ ...RULE, reads: 'body' }] }, /`reads` .* is not one of call, request/],
    ['a severity for an unknown rule', { severities: { 'house/none': 'must' } }, /names the unknown rule house\/none/],
    ['an unknown severity', { severities: { 'state/echo': 'off' } }, /must be equal to one of the allowed values/],
  ])('a configuration is rejected because of %s', (_, members, want) => {
    expect(() => rulesWith(members)).toThrow(want);
  });
});
