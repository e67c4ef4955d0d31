import type { Case } from '../../../contract/case.js';

/**
 * The number of ordinary cases that a program runs while it waits for a late answer at its terminal (`terminal-late`):
 * the wait takes as long as about 60 short processes.
 */
const CASES_IN_WAIT = 60;

/**
 * Assigns cases to lanes so that all lanes have the same amount of work, and returns the cases of each lane, in their
 * order. A case that waits for a person counts as many cases, so that the other lanes do not wait for its lane at the
 * end. The result depends only on the cases. `cases` are keys of cases, and `caseAt` returns the case of a key.
 */
export function laneShares<Key>(
  cases: readonly Key[],
  caseAt: (key: Key) => Pick<Case, 'gateWay'>,
  lanes: number,
): readonly (readonly Key[])[] {
  const loads = Array.from({ length: lanes }, () => 0);
  const take = (weight: number): number => {
    const lightest = loads.indexOf(Math.min(...loads));
    loads[lightest] = (loads[lightest] ?? 0) + weight;
    return lightest;
  };
  // The cases that wait are assigned first, so that their lanes get fewer of the other cases, also of the earlier ones.
  const waiting = cases.filter((key) => caseAt(key).gateWay === 'terminal-late');
  const assigned = new Map(waiting.map((key) => [key, take(CASES_IN_WAIT)]));
  const shares = loads.map((): Key[] => []);
  for (const key of cases) shares[assigned.get(key) ?? take(1)]?.push(key);
  return shares;
}
