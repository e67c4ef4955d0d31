import type { Case } from '../../../contract/case.js';
import { operationNamed } from '../../../contract/contract.js';
import type { Violation } from '../../../rules/finding.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Trial } from '../../../rules/rule.js';
import { isStray } from '../group/consequence-table.js';
import { type Cluster, clusterKey } from '../group/cluster.js';
import { judge } from '../judge/judge.js';
import { type BackendRun, freshLane } from '../drive/backend-run.js';

/** A case that shows a fault, with its violation. */
export interface Shown {
  readonly case: Case;
  readonly violation: Violation;
}

/** Tests candidates for one fault, each in a fresh session: a new process, client or page. */
export interface FreshSessions {
  /** Runs the candidate with a new instance of the service, if one can be started. */
  readonly shows: (candidate: Case) => Promise<Violation | undefined>;
  /**
   * Runs the candidate with an instance that may have been reset. A reset may keep state, so `shows` must confirm the
   * result.
   */
  readonly showsOnSpare: (candidate: Case) => Promise<Violation | undefined>;
  readonly stopped: () => boolean;
}

export function freshSessions(backendRun: BackendRun, cluster: Cluster, stopped: () => boolean): FreshSessions {
  return {
    stopped,
    shows: (candidate) => shownBy(backendRun, cluster, candidate, 'new'),
    showsOnSpare: (candidate) => shownBy(backendRun, cluster, candidate, 'spare'),
  };
}

/** Runs a case with its preceding calls in a fresh session. Returns the violation of the cluster if it occurs. */
async function shownBy(
  backendRun: BackendRun,
  cluster: Cluster,
  candidate: Case,
  service: 'new' | 'spare',
): Promise<Violation | undefined> {
  const operation = operationNamed(backendRun.options.contract, candidate.operation);
  if (operation === undefined) return undefined;
  const observe = async (surface: string): Promise<Observation> => {
    const lane = await freshLane(backendRun, surface, service);
    try {
      return await lane.runAfter(operation, candidate);
    } finally {
      await lane.close();
    }
  };
  const shown = (observations: readonly Observation[]): Violation | undefined =>
    violationOf({ case: candidate, operation, observations }, backendRun, cluster);
  const observations: Observation[] = [];
  for (const surface of surfacesOf(backendRun, cluster)) observations.push(await observe(surface));
  const violation = shown(observations);
  // A deterministic operation returns equal results to equal requests, so any difference is a fault.
  const isDeterministic = operation.repeat?.deterministic === true;
  if (violation === undefined || isDeterministic || !isStray(cluster.smallest)) return violation;
  // If two identical calls on one surface differ in the member, the service assigns the member, and the difference is
  // not a fault.
  const again = { ...(await observe(surfaceOf(cluster))), surface: 'the same surface' };
  return shown([...observations.slice(-1), again]) === undefined ? violation : undefined;
}

/**
 * The surfaces on which to test a fault. A reply that differs from the reply to another surface needs both surfaces.
 */
export function surfacesOf({ options, lanes }: BackendRun, cluster: Cluster): readonly string[] {
  const own = surfaceOf(cluster);
  const { violation, case: shown } = cluster.smallest;
  const first = isStray(cluster.smallest)
    ? [...lanes.keys()].find((id) => id !== violation.surface && options.bound(id, shown.operation))
    : undefined;
  return first === undefined ? [own] : [first, violation.surface];
}

/**
 * The surface on which to test a fault. A fault of the service is tested on `rest`, which sends requests unchanged, if
 * the smallest case showed the fault on `rest`.
 */
export function surfaceOf({ smallest: { case: smallest, violation, backend, index }, shown }: Cluster): string {
  // A sequence whose earlier calls are made by another surface cannot be repeated on `rest`.
  const isCrossed = smallest.precedingCalls?.some(({ surface }) => surface !== undefined) === true;
  const isOnRest = !isCrossed && violation.blame !== 'surface' && shown.get(`${backend} rest`)?.has(index) === true;
  return isOnRest ? 'rest' : violation.surface;
}

export function violationOf(trial: Trial, backendRun: BackendRun, cluster: Cluster): Violation | undefined {
  return judge(trial, backendRun.context).broken.find(
    ({ rule, violation }) => clusterKey(rule, violation) === cluster.key,
  )?.violation;
}
