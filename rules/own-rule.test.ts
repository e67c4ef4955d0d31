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
  it('the token is redacted in the violations of a rule of the user', () => {
    expect(checked(() => [FOUND])).toEqual([{ ...FOUND, message: 'It is wrong: (the token).' }]);
  });

  it('a rule returns `undefined` for a trial that it does not judge', () => {
    expect(checked(() => undefined)).toBeUndefined();
  });

  it.each<[string, () => unknown, string]>([
    [
      'a rule that throws',
      () => {
        throw new Error('no header');
      },
      'no header',
    ],
    ['a rule that does not return a list', () => true, 'it did not return a list of violations'],
    ['a rule that returns null as a violation', () => [null], 'a violation that is not an object'],
    [
      'a violation whose message is a number',
      () => [{ ...FOUND, message: 1 }],
      'a violation whose `message` is not a string',
    ],
    [
      'a violation with an unknown blame',
      () => [{ ...FOUND, blame: 'us' }],
      'a violation whose `blame` is not one of contract, surface',
    ],
    [
      'a violation whose expected value is not JSON',
      () => [{ ...FOUND, expected: undefined }],
      'a violation whose `expected` is not a JSON value',
    ],
    [
      'a violation of a surface that did not run the case',
      () => [{ ...FOUND, surface: 'cli' }],
      'of the surface cli, which did not run the case',
    ],
  ])('a faulty rule of the user gives an error that names the rule and the case: %s', (_, check, want) => {
    expect(() => checked(check)).toThrow(
      expect.objectContaining({
        code: 'rule-failed',
        message: expect.stringContaining(`the rule house/rule failed on the case getA/example/one: `) as string,
      }) as Error,
    );
    expect(() => checked(check)).toThrow(want);
  });
});
