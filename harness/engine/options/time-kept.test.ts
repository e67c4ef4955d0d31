import { expect, it, vi } from 'vitest';
import { shrinkingIn } from '../minimise/minimise.js';
import { withTimeKept } from './run.js';

/** The milliseconds until the end of the calls, for a run of 100 s that is `spent` seconds old. */
function leftAfter(spent: number, whole = 100): number {
  vi.spyOn(performance, 'now').mockReturnValue(spent * 1000);
  const { deadline } = withTimeKept({ deadline: whole * 1000 }, 0);
  return deadline / 1000 - spent;
}

it.each<[string, number, number, number]>([
  ['a fifth of the time is kept for findings', 10, 100, 70],
  ['planning does not use up the time that is kept for findings', 50, 100, 30],
  ['at most half of the remaining time is kept for findings', 80, 100, 10],
  ['a run without a time budget has no end', 80, Infinity, Infinity],
])('%s', (_, spent, whole, want) => {
  expect(leftAfter(spent, whole)).toBe(want);
});

it.each<[string, number | undefined, number, readonly boolean[]]>([
  ['one fault that is not yet tried may be shrunk for half of the time', 8000, 1, [false, false, true]],
  ['four faults that are not yet tried share the time for shrinking', 8000, 4, [false, true, true]],
  ['without a time budget, shrinking has no end', undefined, 4, [false, false, false]],
])('%s', (_, left, open, want) => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const options = { stopped: () => false, ...(left !== undefined && { left: () => left }) };
  const { stopped } = shrinkingIn(options, open);
  const seen = [500, 3500, 4500].map((time) => {
    now.mockReturnValue(time);
    return stopped();
  });
  expect(seen).toEqual(want);
});
