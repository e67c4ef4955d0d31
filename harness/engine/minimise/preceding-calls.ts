import type { Case } from '../../../contract/case.js';
import { type Cluster } from '../group/cluster.js';
import { type BackendRun } from '../drive/backend-run.js';
import { runsOn } from '../drive/cases-of-surface.js';
import type { CasePlan } from '../plan/case-plan.js';
import { type FreshSessions, type Shown, surfaceOf } from './fresh-sessions.js';

/**
 * The maximum number of calls that are replayed: the last calls of the surface before the fault. A time limit would
 * make the result depend on the speed of the machine.
 */
const MAX_REPLAYED = 200;
/** The maximum number of sessions that are opened to remove unneeded calls. */
const MAX_SESSIONS = 24;

/**
 * Finds a short list of preceding calls after which the fault occurs. `undefined` if the fault does not occur even
 * after all earlier calls of the run.
 */
export async function precedingCalls(
  backendRun: BackendRun,
  cluster: Cluster,
  found: Shown,
  sessions: FreshSessions,
): Promise<Shown | undefined> {
  for (const [prior, then] of shortSequences(backendRun, cluster, found)) {
    const shown = await shownAfter(sessions, [prior], then);
    if (shown !== undefined) return shown;
  }
  const made = callsBefore(backendRun, cluster).slice(-MAX_REPLAYED);
  const whole = made.length < 2 ? undefined : await shownAfter(sessions, made, cluster.smallest.case);
  return whole && fewest(whole, made, sessions);
}

/**
 * Tries the last call of a sequence as a single call, after single calls that the surface made before all sequences.
 * Calls of the same operation come first. Returns the fewest calls that show the fault, or `undefined` if it does not
 * occur this way.
 */
export async function lastCallAfter(
  backendRun: BackendRun,
  cluster: Cluster,
  sessions: FreshSessions,
): Promise<Shown | undefined> {
  const { precedingCalls: _, sequence: __, feeds: ___, follow: ____, ...last } = cluster.smallest.case;
  const calls = singleCalls(backendRun, cluster, backendRun.options.plan.cases);
  const own = calls.filter(({ operation }) => operation === last.operation).slice(-MAX_REPLAYED);
  for (const made of [own, calls.slice(-MAX_REPLAYED)]) {
    const whole = made.length === 0 ? undefined : await shownAfter(sessions, made, last);
    if (whole !== undefined) return fewest(whole, made, sessions);
  }
  return undefined;
}

/**
 * Pairs of calls that are tried first. The second call of each pair is the failing call. The first call is one of
 * three: the same call, the simplest accepted call of the operation, or the call that came before the failing call in
 * the run.
 */
function shortSequences(
  backendRun: BackendRun,
  cluster: Cluster,
  { case: then }: Shown,
): readonly (readonly [prior: Case, then: Case])[] {
  const { case: own } = cluster.smallest;
  const before = callsBefore(backendRun, cluster).at(-1);
  const simple = backendRun.options.plan.cases
    .map((planned) => planned.case)
    .find(
      ({ operation, expect, raw }) => operation === then.operation && expect.kind === 'accepted' && raw === undefined,
    );
  return [
    [then, then],
    ...(simple === undefined ? [] : [[simple, then] as const]),
    ...(before === undefined ? [] : [[before, then] as const, ...(then === own ? [] : [[before, own] as const])]),
  ];
}

/**
 * The cases that the surface ran before the fault, in the order of the plan. A surface with one lane runs them in this
 * order.
 */
function callsBefore(backendRun: BackendRun, cluster: Cluster): readonly Case[] {
  const { cases } = backendRun.options.plan;
  const end = cases.findIndex((planned) => planned.case === cluster.smallest.case);
  return singleCalls(backendRun, cluster, cases.slice(0, Math.max(end, 0)));
}

/** The cases of a plan that the surface of a fault runs. */
function singleCalls({ options }: BackendRun, cluster: Cluster, cases: CasePlan['cases']): readonly Case[] {
  const surface = options.surfaces.find(({ id }) => id === surfaceOf(cluster));
  return surface === undefined
    ? []
    : cases.flatMap((planned) => (runsOn(options, surface, planned) ? [planned.case] : []));
}

async function shownAfter(sessions: FreshSessions, after: readonly Case[], then: Case): Promise<Shown | undefined> {
  if (sessions.stopped()) return undefined;
  const candidate: Case = { ...then, precedingCalls: after };
  const violation = await sessions.shows(candidate);
  return violation && { case: candidate, violation };
}

/**
 * Removes calls that are not needed, by delta debugging (ddmin, Zeller and Hildebrandt 2002). One chunk of the calls is
 * removed at a time. The chunks become smaller when none of them can be removed.
 */
async function fewest(whole: Shown, made: readonly Case[], sessions: FreshSessions): Promise<Shown> {
  let best = whole;
  let calls = made;
  let used = 0;
  for (let chunks = 2; calls.length > 1 && used < MAX_SESSIONS;) {
    const size = Math.ceil(calls.length / chunks);
    let shorter: Shown | undefined;
    for (let start = 0; start < calls.length && used < MAX_SESSIONS && shorter === undefined; start += size) {
      const kept = calls.toSpliced(start, size);
      used += 1;
      shorter = kept.length === 0 ? undefined : await shownAfter(sessions, kept, whole.case);
      if (shorter !== undefined) calls = kept;
    }
    if (shorter !== undefined) best = shorter;
    else if (size === 1) break;
    chunks = shorter === undefined ? Math.min(calls.length, chunks * 2) : Math.max(2, chunks - 1);
  }
  return best;
}
