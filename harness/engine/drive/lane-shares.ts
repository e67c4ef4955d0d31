import type { Case } from '../../../contract/case.js';
import { EqualLoads } from '../plan/shard.js';

/**
 * The number of ordinary cases that a program runs while it waits for a late answer at its terminal (`terminal-late`):
 * the wait takes as long as about 60 short processes.
 */
const CASES_IN_WAIT = 60;

/**
 * Assigns cases to lanes so that all lanes have the same amount of work, and returns the cases of each lane, in their
 * order. A case that waits for a person counts as many cases, so that the other lanes do not wait for its lane at the
 * end. `cases` are different keys of cases, and `caseAt` returns the case of a key.
 */
export function laneShares<Key>(
  cases: readonly Key[],
  caseAt: (key: Key) => Pick<Case, 'gateWay'>,
  lanes: number,
): readonly (readonly Key[])[] {
  const loads = new EqualLoads<Key>(lanes);
  loads.assign(new Map(cases.map((key) => [key, caseAt(key).gateWay === 'terminal-late' ? CASES_IN_WAIT : 1])));
  return Array.from({ length: lanes }, (_, lane) => cases.filter((key) => loads.partOf.get(key) === lane));
}
