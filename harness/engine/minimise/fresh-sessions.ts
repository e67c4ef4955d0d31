import type { Case } from '../../../contract/case.js';
import { operationNamed } from '../../../contract/contract.js';
import type { Violation } from '../../../rules/finding.js';
import type { Trial } from '../../../rules/rule.js';
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
  /** With a new service, if one can be started. */
  readonly shows: (candidate: Case) => Promise<Violation | undefined>;
  /** With a service that may have been reset instead. A reset may keep state, so `shows` has to confirm the result. */
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

/** Runs a case with its preceding calls in a fresh session, and returns the cluster's violation if it occurs. */
async function shownBy(
  backendRun: BackendRun,
  cluster: Cluster,
  candidate: Case,
  service: 'new' | 'spare',
): Promise<Violation | undefined> {
  const operation = operationNamed(backendRun.options.contract, candidate.operation);
  if (operation === undefined) return undefined;
  const lane = await freshLane(backendRun, surfaceOf(cluster), service);
  try {
    const trial: Trial = { case: candidate, operation, observations: [await lane.runAfter(operation, candidate)] };
    return violationOf(trial, backendRun, cluster);
  } finally {
    await lane.close();
  }
}

/**
 * The surface on which to test a fault. A fault of the service is tested on `rest`, which sends requests unchanged, if
 * its smallest case shows it there.
 */
export function surfaceOf({ smallest: { case: smallest, violation, backend, index }, shown }: Cluster): string {
  // On `rest`, other surfaces made the earlier calls of the sequence.
  const isCrossed = smallest.precedingCalls?.some(({ surface }) => surface !== undefined) === true;
  const isOnRest = !isCrossed && violation.blame !== 'surface' && shown.get(`${backend} rest`)?.has(index) === true;
  return isOnRest ? 'rest' : violation.surface;
}

export function violationOf(trial: Trial, backendRun: BackendRun, cluster: Cluster): Violation | undefined {
  return judge(trial, backendRun.context).broken.find(
    ({ rule, violation }) => clusterKey(rule, violation) === cluster.key,
  )?.violation;
}
