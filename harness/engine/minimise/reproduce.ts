import type { Cluster } from '../group/cluster.js';
import type { BackendRun } from '../drive/backend-run.js';
import { isSlow } from './shrink.js';
import type { FreshSessions, Shown } from './fresh-sessions.js';
import { lastCallAfter, precedingCalls } from './preceding-calls.js';
import type { TextTrait } from './text-trait.js';

/**
 * The result of the attempts to reproduce a fault.
 * - `steady`: the fault occurs in a fresh session without other calls. `trait` is set if certain characters of the
 *   input cause it.
 * - `after-calls`: the fault occurs only after the preceding calls of the case.
 * - `unsteady`: the fault does not occur in every attempt.
 * - `not-tried`: the case was not run again.
 */
export type Reproduction =
  | ({ readonly kind: 'steady'; readonly trait?: TextTrait } & Shown)
  | ({ readonly kind: 'after-calls' } & Shown)
  | ({ readonly kind: 'unsteady'; readonly shown: number; readonly attempts: number } & Shown)
  | ({ readonly kind: 'not-tried' } & Shown);

/** The number of attempts if the fault did not occur in the first attempt. */
const ATTEMPTS = 3;
/** The number of attempts for a slow fault. A call of a slow fault lasts until the timeout. */
const SLOW_ATTEMPTS = 2;

/**
 * Runs the smallest case of a fault in a fresh session. If the fault does not occur, searches for preceding calls after
 * which it does. If there are none, counts the attempts in which it occurs.
 */
export async function reproduce(
  backendRun: BackendRun,
  cluster: Cluster,
  found: Shown,
  sessions: FreshSessions,
): Promise<Reproduction> {
  const own = { case: cluster.smallest.case, violation: cluster.smallest.violation };
  if ((await sessions.shows(found.case)) !== undefined) return { kind: 'steady', ...found };
  if (isSlow(found.violation.kind)) return repeated(sessions, own, SLOW_ATTEMPTS);
  // The smaller case was found on a lane on which other calls had run, so it may need these calls. The original case
  // may not need them.
  const violation = found.case === own.case ? undefined : await sessions.shows(own.case);
  if (violation !== undefined) return { kind: 'steady', case: own.case, violation };
  if (found.case.sequence !== true) {
    const after = await precedingCalls(backendRun, cluster, found, sessions);
    return after !== undefined && (await isCausedByCalls(after, sessions))
      ? { kind: 'after-calls', ...after }
      : repeated(sessions, own, ATTEMPTS);
  }
  const other = await otherSequence(cluster, sessions);
  if (other !== undefined) return { kind: 'steady', ...other };
  const last = await lastCallAfter(backendRun, cluster, sessions);
  return last !== undefined && (await isCausedByCalls(last, sessions))
    ? { kind: 'after-calls', ...last }
    : repeated(sessions, own, ATTEMPTS);
}

/** Whether the fault occurs only after the preceding calls. Runs the case again, with these calls and without them. */
async function isCausedByCalls({ case: shown }: Shown, sessions: FreshSessions): Promise<boolean> {
  const { precedingCalls: _, ...last } = shown;
  return (await sessions.shows(shown)) !== undefined && (await sessions.shows(last)) === undefined;
}

/**
 * Tries other sequences that showed the fault. The smallest sequence may need data that earlier sequences stored, or it
 * may show the fault only by chance. For example, two equal identifiers are unlikely in a sequence with few items, and
 * almost certain in a sequence with many items.
 */
async function otherSequence(
  { smallest, firstSequence, longestSequence }: Cluster,
  sessions: FreshSessions,
): Promise<Shown | undefined> {
  for (const other of new Set([firstSequence, longestSequence])) {
    if (other === undefined || other.case === smallest.case || other.backend !== smallest.backend) continue;
    const violation = await sessions.shows(other.case);
    if (violation !== undefined) return { case: other.case, violation };
  }
  return undefined;
}

async function repeated(sessions: FreshSessions, found: Shown, attempts: number): Promise<Reproduction> {
  let shown = 0;
  // Starts at 1, because one attempt has already failed.
  for (let attempt = 1; attempt < attempts && !sessions.stopped(); attempt += 1) {
    if ((await sessions.shows(found.case)) !== undefined) shown += 1;
  }
  return { kind: 'unsteady', ...found, shown, attempts };
}
