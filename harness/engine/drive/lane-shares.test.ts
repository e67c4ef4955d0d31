import { expect, it } from 'vitest';
import type { Case } from '../../../contract/case.js';
import { laneShares } from './lane-shares.js';

/** The shares of `count` cases, of which those at the positions `late` wait for a person. */
function shares(count: number, late: readonly number[], lanes: number): readonly (readonly number[])[] {
  const caseAt = (position: number): Pick<Case, 'gateWay'> =>
    late.includes(position) ? { gateWay: 'terminal-late' } : {};
  return laneShares([...Array.from({ length: count }).keys()], caseAt, lanes);
}

it.each([
  [
    'takes turns if no case waits',
    5,
    [],
    2,
    [
      [0, 2, 4],
      [1, 3],
    ],
  ],
  ['gives all cases to a single lane, in their order', 3, [1], 1, [[0, 1, 2]]],
  ['spreads cases that wait over the lanes', 3, [0, 2], 2, [[0, 1], [2]]],
])('a surface %s', (_, count, late, lanes, want) => {
  expect(shares(count, late, lanes)).toStrictEqual(want);
});

it('the lane of a case that waits gets fewer of the other cases', () => {
  const [waiting = [], other = []] = shares(105, [100], 2);
  expect([waiting.length, other.length]).toStrictEqual([23, 82]);
  expect(waiting).toContain(100);
  expect(waiting.toSorted((a, b) => a - b)).toStrictEqual(waiting);
  expect(new Set([...waiting, ...other]).size).toBe(105);
});
