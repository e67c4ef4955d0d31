import { describe, expect, it } from 'vitest';
import { laneShares } from './lane-shares.js';

const plain = (count: number): object[] => Array.from({ length: count }, () => ({}));
const LATE = { gateWay: 'terminal-late' } as const;

describe('the cases of a surface are shared among its lanes', () => {
  it('takes turns if no case waits', () => {
    expect(laneShares(plain(5), 2)).toStrictEqual([
      [0, 2, 4],
      [1, 3],
    ]);
  });

  it('gives all cases to a single lane, in their order', () => {
    expect(laneShares([{}, LATE, {}], 1)).toStrictEqual([[0, 1, 2]]);
  });

  it('gives the lane of a case that waits fewer of the other cases', () => {
    const [waiting = [], other = []] = laneShares([...plain(100), LATE, ...plain(4)], 2);
    expect([waiting.length, other.length]).toStrictEqual([23, 82]);
    expect(waiting).toContain(100);
    expect(waiting.toSorted((a, b) => a - b)).toStrictEqual(waiting);
    expect([...waiting, ...other].toSorted((a, b) => a - b)).toStrictEqual([...Array.from({ length: 105 }).keys()]);
  });

  it('spreads cases that wait over the lanes', () => {
    expect(laneShares([LATE, {}, LATE], 2)).toStrictEqual([[0, 1], [2]]);
  });
});
