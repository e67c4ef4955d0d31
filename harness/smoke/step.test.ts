import { expect, it } from 'vitest';
import { type Step, stepsSummary } from './step.js';

const step = (kind: Step['kind'], title: string): Step => ({ kind, title, lines: [] });

it.each<[string, readonly Step[], string]>([
  ['all passed', [step('passed', 'start'), step('passed', 'stop')], 'pass: 2 steps'],
  ['one failed', [step('passed', 'start'), step('failed', 'getItem')], 'fail: 1 of 2 steps failed: getItem'],
  ['one unverified', [step('unverified', 'start')], 'inconclusive: 1 of 1 step could not be verified: start'],
  [
    'one failed, and one unverified',
    [step('failed', 'a'), step('unverified', 'b'), step('passed', 'c')],
    'fail: 1 of 3 steps failed: a; 1 of 3 steps could not be verified: b',
  ],
  [
    'many failed',
    Array.from({ length: 10 }, (_, index) => step('failed', `s${index}`)),
    'fail: 10 of 10 steps failed: s0, s1, s2, s3, s4, s5, s6, s7 and 2 more',
  ],
])('the summary line names the steps that did not pass: %s → $2', (_name, given, want) => {
  expect(stepsSummary(given)).toBe(want);
});
