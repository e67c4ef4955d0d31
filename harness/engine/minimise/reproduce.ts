import type { Cluster } from '../group/cluster.js';
import type { BackendRun } from '../drive/backend-run.js';
import { isSlow } from './shrink.js';
import type { FreshSessions, Shown } from './fresh-sessions.js';
import { precedingCalls } from './preceding-calls.js';
import type { TextTrait } from './text-trait.js';

/**
 * `steady`: the fault shows in a fresh session without other calls; `trait` if characters of the input cause it. `after-calls`: only after the case's preceding
 * calls. `unsteady`: not in every attempt. `not-tried`: the case was not run again.
 */
export type Reproduction =
  | ({ readonly kind: 'steady'; readonly trait?: TextTrait } & Shown)
  | ({ readonly kind: 'after-calls' } & Shown)
  | ({ readonly kind: 'unsteady'; readonly shown: number; readonly attempts: number } & Shown)
  | ({ readonly kind: 'not-tried' } & Shown);

/** Number of attempts for a fault that did not show in the first one. */
const ATTEMPTS = 3;
/** Number of attempts for a slow fault, whose calls last until the timeout. */
const SLOW_ATTEMPTS = 2;

/**
 * Runs the smallest case of a fault in a fresh session. A fault of a long run may depend on preceding calls or on
 * chance, and then the case without them would not show it in a replay.
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
  // The case was shrunk on a lane with earlier calls, so the smaller case may need these calls, but not the original
  // one.
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

/** Whether a second attempt agrees: with the preceding calls the fault shows, and without them it does not. */
async function isCausedByCalls({ case: shown }: Shown, sessions: FreshSessions): Promise<boolean> {
  const { precedingCalls: _, ...last } = shown;
  return (await sessions.shows(shown)) !== undefined && (await sessions.shows(last)) === undefined;
}

/**
 * Another sequence of a fault, if it shows the fault: the smallest one may need what an earlier one left behind, or
 * chance, such as two equal identifiers among a few, which is certain among many.
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
  // The first attempt has failed.
  for (let attempt = 1; attempt < attempts && !sessions.stopped(); attempt += 1) {
    if ((await sessions.shows(found.case)) !== undefined) shown += 1;
  }
  return { kind: 'unsteady', ...found, shown, attempts };
}
