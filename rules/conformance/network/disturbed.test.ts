import { expect, it } from 'vitest';
import { outcomeWords } from './disturbed.js';

it.each([
  ['a timeout of the surface', { kind: 'timeout', afterMs: 50 }, 'a timeout'],
  [
    'a call that the check ended',
    { kind: 'timeout', afterMs: 50, forced: true },
    'nothing within 50 ms (the check then ended the call)',
  ],
] as const)('the outcome of a call is described in words: %s is $2', (_, outcome, want) => {
  expect(outcomeWords(outcome)).toBe(want);
});
