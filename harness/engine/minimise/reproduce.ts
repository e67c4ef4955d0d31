import type { Cluster } from '../group/cluster.js';
import type { BackendRun } from '../drive/backend-run.js';
import { isSlow } from './shrink.js';
import type { FreshSessions, Shown } from './fresh-sessions.js';
import { precedingCalls } from './preceding-calls.js';

/**
 * `steady`: it shows in a fresh session that made no other call. `after-calls`: only after the calls that the case then carries.
 * `unsteady`: not every time. `not-tried`: it was not made again.
 */
export type Reproduction =
  | ({ readonly kind: 'steady' | 'after-calls' } & Shown)
  | ({ readonly kind: 'unsteady'; readonly shown: number; readonly attempts: number } & Shown)
  | ({ readonly kind: 'not-tried' } & Shown);

/** One that showed at once is steady; one that did not is tried so often. */
const ATTEMPTS = 3;
/** Each call that hangs lasts as long as a call may. */
const SLOW_ATTEMPTS = 2;

/**
 * Makes the smallest case of a fault again. What was found in the midst of a run may come from the calls before it, or from nothing
 * that can be named, and a counterexample that shows nothing by itself helps nobody.
 */
export async function reproduce(backendRun: BackendRun, cluster: Cluster, found: Shown, sessions: FreshSessions): Promise<Reproduction> {
  const own = { case: cluster.smallest.case, violation: cluster.smallest.violation };
  if ((await sessions.shows(found.case)) !== undefined) return { kind: 'steady', ...found };
  if (isSlow(found.violation.kind)) return repeated(sessions, own, SLOW_ATTEMPTS);
  // Shrunk on a lane that had made other calls, it may have lost what shows by itself.
  const violation = found.case === own.case ? undefined : await sessions.shows(own.case);
  if (violation !== undefined) return { kind: 'steady', case: own.case, violation };
  const after = await precedingCalls(backendRun, cluster, found, sessions);
  return after === undefined ? repeated(sessions, own, ATTEMPTS) : { kind: 'after-calls', ...after };
}

async function repeated(sessions: FreshSessions, found: Shown, attempts: number): Promise<Reproduction> {
  let shown = 0;
  // The first attempt has failed.
  for (let attempt = 1; attempt < attempts && !sessions.stopped(); attempt += 1) {
    if ((await sessions.shows(found.case)) !== undefined) shown += 1;
  }
  return { kind: 'unsteady', ...found, shown, attempts };
}
