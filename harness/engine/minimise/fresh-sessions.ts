import type { Case } from '../../../contract/case.js';
import { operationNamed } from '../../../contract/contract.js';
import type { Violation } from '../../../rules/finding.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Trial } from '../../../rules/rule.js';
import { isStray } from '../group/consequence-table.js';
import { type Cluster, clusterKey } from '../group/cluster.js';
import { hasOtherReason } from '../group/other-reasons.js';
import { judge } from '../judge/judge.js';
import { type BackendRun, freshLane } from '../drive/backend-run.js';

/** A case that shows a fault, and the violation that it shows. */
export interface Shown {
  readonly case: Case;
  readonly violation: Violation;
}

/** Runs candidates for one fault. Each candidate runs in a fresh session: a new process, client or page. */
export interface FreshSessions {
  /** Runs the candidate on a new instance of the service, if possible. */
  readonly shows: (candidate: Case) => Promise<Violation | undefined>;
  /**
   * Runs the candidate on an instance of the service that earlier sessions may have used, and that was reset. A reset
   * may not clear all state, so the result must be confirmed by `shows`.
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

/** Runs a case after its preceding calls, in a fresh session. Returns the violation of the cluster if it occurs. */
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
  // A deterministic operation must return equal results to equal requests, so every difference is a fault.
  const isDeterministic = operation.repeat?.deterministic === true;
  if (violation === undefined || isDeterministic || !isStray(cluster.smallest)) return violation;
  // If the member also differs between two identical calls on one surface, the service assigns its value. The
  // difference is then not a fault.
  const again = { ...(await observe(surfaceOf(cluster))), surface: 'the same surface' };
  return shown([...observations.slice(-1), again]) === undefined ? violation : undefined;
}

/** The surfaces on which a fault is tested. A difference between the replies on two surfaces needs both surfaces. */
export function surfacesOf({ options, lanes }: BackendRun, cluster: Cluster): readonly string[] {
  const own = surfaceOf(cluster);
  const { violation, case: shown } = cluster.smallest;
  const first = isStray(cluster.smallest)
    ? [...lanes.keys()].find((id) => id !== violation.surface && options.bound(id, shown.operation))
    : undefined;
  return first === undefined ? [own] : [first, violation.surface];
}

/**
 * The surface on which a fault is tested. A fault of the service is tested on `rest` if the smallest case showed the
 * fault there, because `rest` sends requests unchanged.
 */
export function surfaceOf({ smallest: { case: smallest, violation, backend, index }, shown }: Cluster): string {
  // `rest` cannot repeat a sequence in which another surface makes some of the calls.
  const isCrossed = smallest.precedingCalls?.some(({ surface }) => surface !== undefined) === true;
  const isOnRest = !isCrossed && violation.blame !== 'surface' && shown.get(`${backend} rest`)?.has(index) === true;
  return isOnRest ? 'rest' : violation.surface;
}

export function violationOf(trial: Trial, backendRun: BackendRun, cluster: Cluster): Violation | undefined {
  return judge(trial, backendRun.context).broken.find(
    ({ rule, violation }) =>
      clusterKey(rule, violation) === cluster.key && !hasOtherReason(backendRun.options.clusters, cluster, violation),
  )?.violation;
}
