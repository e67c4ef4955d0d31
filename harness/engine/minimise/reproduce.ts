import type { Cluster } from '../group/cluster.js';
import type { BackendRun } from '../drive/backend-run.js';
import { isSlow } from './shrink.js';
import type { FreshSessions, Shown } from './fresh-sessions.js';
import { precedingCalls } from './preceding-calls.js';
import type { TextTrait } from './text-trait.js';

/**
 * How a fault was shown again. `steady`: in a fresh session without other calls; `trait`: the characters of the input
 * that cause it. `after-calls`: only after the preceding calls of the case. `unsteady`: not in every attempt.
 * `not-tried`: the case was not run again.
 */
export type Reproduction =
  | ({ readonly kind: 'steady'; readonly trait?: TextTrait } & Shown)
  | ({ readonly kind: 'after-calls' } & Shown)
  | ({ readonly kind: 'unsteady'; readonly shown: number; readonly attempts: number } & Shown)
  | ({ readonly kind: 'not-tried' } & Shown);

/** Number of attempts for a fault that did not occur in the first attempt. */
const ATTEMPTS = 3;
/** Number of attempts for a slow fault, whose calls last until the timeout. */
const SLOW_ATTEMPTS = 2;

/**
 * Runs the smallest case of a fault in a fresh session. If the fault does not occur, finds the preceding calls that it
 * needs, or counts the attempts in which it occurs.
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
  // The smaller case was found on a lane with earlier calls, and may need these calls. The original case may not need
  // them.
  const violation = found.case === own.case ? undefined : await sessions.shows(own.case);
  if (violation !== undefined) return { kind: 'steady', case: own.case, violation };
  if (found.case.sequence !== true) {
    const after = await precedingCalls(backendRun, cluster, found, sessions);
    return after !== undefined && (await isCausedByCalls(after, sessions))
      ? { kind: 'after-calls', ...after }
      : repeated(sessions, own, ATTEMPTS);
  }
  const other = await otherSequence(cluster, sessions);
  return other === undefined ? repeated(sessions, own, ATTEMPTS) : { kind: 'steady', ...other };
}

/** Confirms by a second attempt that the fault occurs only with the preceding calls. */
async function isCausedByCalls({ case: shown }: Shown, sessions: FreshSessions): Promise<boolean> {
  const { precedingCalls: _, ...last } = shown;
  return (await sessions.shows(shown)) !== undefined && (await sessions.shows(last)) === undefined;
}

/**
 * Another sequence that shows the fault. The smallest sequence may depend on the data of earlier sequences, or on
 * chance: two equal identifiers are unlikely among a few items, and certain among many.
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
  // Starts at 1, because one attempt has failed before.
  for (let attempt = 1; attempt < attempts && !sessions.stopped(); attempt += 1) {
    if ((await sessions.shows(found.case)) !== undefined) shown += 1;
  }
  return { kind: 'unsteady', ...found, shown, attempts };
}
