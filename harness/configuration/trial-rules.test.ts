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

describe('the rules of a run', () => {
  it('are those of the catalogue, and then those of the configuration', () => {
    expect(rulesWith({ rules: [RULE] }).map(({ id }) => id)).toEqual([...TRIAL_RULES.map(({ id }) => id), RULE.id]);
  });

  it('have the severities of the configuration', () => {
    const severities = { 'parity/same-request': 'should', [RULE.id]: 'must' };
    const rules = rulesWith({ rules: [RULE], severities });
    expect(rules.filter(({ id }) => id in severities).map(({ severity }) => severity)).toEqual(['should', 'must']);
  });

  it.each<[string, object, RegExp]>([
    ['an id without a family', { rules: [{ ...RULE, id: 'rule' }] }, /rules\.0\.id must match pattern/],
    [
      'an id that the catalogue already has',
      { rules: [{ ...RULE, id: 'state/echo' }] },
      /state\/echo, which exists already/,
    ],
    ['a repeated id', { rules: [RULE, RULE] }, /house\/rule, which exists already/],
    [
      'a check that is not a function',
      { rules: [{ ...RULE, check: 'none' }] },
      /`check` of the rule house\/rule is not a function/,
    ],
    ['backends in a list', { rules: [{ ...RULE, backends: ['reference'] }] }, /`backends` .* is not a set of/],
    ['an unknown backend', { rules: [{ ...RULE, backends: new Set(['prod']) }] }, /`backends` .* is not a set of/],
    ['an unknown part in `reads`', { rules: [{ ...RULE, reads: 'body' }] }, /`reads` .* is not one of call, request/],
    ['a severity for an unknown rule', { severities: { 'house/none': 'must' } }, /names the unknown rule house\/none/],
    ['an unknown severity', { severities: { 'state/echo': 'off' } }, /must be equal to one of the allowed values/],
  ])('are refused with %s', (_, members, want) => {
    expect(() => rulesWith(members)).toThrow(want);
  });
});
