import { describe, expect, it } from 'vitest';
import type { Violation } from './finding.js';
import { ownRule } from './own-rule.js';
import type { Trial, TrialContext, TrialRule } from './rule.js';

const FOUND: Violation = {
  surface: 'rest',
  pointer: '/body',
  kind: 'wrong',
  message: 'It is wrong: a-long-secret.',
  expected: null,
  received: 1,
  blame: 'surface',
};
const TRIAL = { case: { id: 'getA/example/one' }, observations: [{ surface: 'rest' }] } as unknown as Trial;
const CONTEXT = { token: 'a-long-secret' } as TrialContext;

function checked(check: () => unknown): readonly Violation[] | undefined {
  const rule = { id: 'house/rule', check } as unknown as TrialRule;
  return ownRule(rule).check(TRIAL, CONTEXT);
}

describe('a rule of the user', () => {
  it('returns its violations, without the token', () => {
    expect(checked(() => [FOUND])).toEqual([{ ...FOUND, message: 'It is wrong: (the token).' }]);
  });

  it('returns `undefined` for a trial that it does not judge', () => {
    expect(checked(() => undefined)).toBeUndefined();
  });

  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('no header');
      },
      'no header',
    ],
    ['returns no list', () => true, 'it did not return a list of violations'],
    ['returns no object', () => [null], 'a violation that is not an object'],
    ['gives no message', () => [{ ...FOUND, message: 1 }], 'a violation whose `message` is not a text'],
    ['blames nobody', () => [{ ...FOUND, blame: 'us' }], 'a violation whose `blame` is not one of contract, surface'],
    ['expects no JSON', () => [{ ...FOUND, expected: undefined }], 'a violation whose `expected` is not a JSON value'],
    ['names another surface', () => [{ ...FOUND, surface: 'cli' }], 'of the surface cli, which did not run the case'],
  ])('that %s is an error with the rule and the case', (_, check, want) => {
    expect(() => checked(check)).toThrow(
      expect.objectContaining({
        code: 'rule-failed',
        message: expect.stringContaining(`the rule house/rule failed on the case getA/example/one: `) as string,
      }) as Error,
    );
    expect(() => checked(check)).toThrow(want);
  });
});
