import type { Case } from '../../../contract/case.js';
import { type Contract, operationNamed } from '../../../contract/contract.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { Operation } from '../../../contract/operation.js';
import type { Violation } from '../../../rules/finding.js';
import type { CasePlan } from '../plan/case-plan.js';
import type { Cluster, Clusters } from '../group/cluster.js';
import { groupedClusters } from '../group/steps/pipeline.js';
import { joinSessionState } from './session-state.js';
import type { BackendRun } from '../drive/backend-run.js';
import { recordProof } from '../proof/record-proof.js';
import { showsViolation } from '../proof/shows-violation.js';
import { isSlow, shrink } from './shrink.js';
import { type FreshSessions, type Shown, freshSessions, surfaceOf, violationOf } from './fresh-sessions.js';
import type { Minimised } from './minimised.js';
import { type Reproduction, reproduce } from './reproduce.js';

export interface MinimiseOptions {
  readonly backendRuns: readonly BackendRun[];
  readonly contract: Contract;
  readonly plan: CasePlan;
  readonly stopped: () => boolean;
  /** Called with each fault as soon as it is minimised. */
  readonly minimised?: (fault: Minimised) => void;
}

/** More different faults than these are reproduced, but not made smaller: whoever has them starts with the first. */
const MAX_SHRUNK = 40;
/** More than these are reported as they were found. */
const MAX_REPRODUCED = 200;
/** Of faults each of whose calls lasts as long as a call may, these are proved. */
const MAX_SLOW_PROOFS = 4;
/** Sessions that may be opened to make a sequence of calls smaller. */
const MAX_FRESH_CALLS = 40;

/** Groups what was found, makes the case of each fault smaller with the one surface that it needs, and reproduces it. */
export async function minimise(clusters: Clusters, options: MinimiseOptions): Promise<readonly Minimised[]> {
  const faults: Minimised[] = [];
  let slow = 0;
  for (const [index, cluster] of groupedClusters(clusters).entries()) {
    const reproduction = await minimisedCluster(cluster, index, options);
    const isOneSlowMore = isSlow(cluster.smallest.violation.kind) && (slow += 1) > MAX_SLOW_PROOFS;
    const fault = isOneSlowMore ? { cluster, reproduction } : await proved(cluster, reproduction, options);
    options.minimised?.(fault);
    faults.push(fault);
  }
  const passOf = ({ smallest }: Cluster): BackendRun | undefined => options.backendRuns.find((backendRun) => backendRun.options.backend.kind === smallest.backend);
  return joinSessionState(faults, (cluster) => passOf(cluster)?.context.isolated === true);
}

/** What shows in a fresh session is made once more, beside a sibling that does not show it, and recorded. */
async function proved(cluster: Cluster, reproduction: Reproduction, { backendRuns, stopped }: MinimiseOptions): Promise<Minimised> {
  const { smallest, rule } = cluster;
  const backendRun = backendRuns.find(({ options }) => options.backend.kind === smallest.backend);
  const isShown = reproduction.kind === 'steady' || reproduction.kind === 'after-calls';
  if (backendRun === undefined || !isShown || stopped()) return { cluster, reproduction };
  const proof = await recordProof(backendRun, {
    case: reproduction.case,
    surface: surfaceOf(cluster),
    shows: showsViolation(backendRun.context, rule.id, smallest.violation),
    compare: smallest.violation.blame === 'surface',
  });
  return { cluster, reproduction, ...(proof && { proof }) };
}

async function minimisedCluster(cluster: Cluster, index: number, options: MinimiseOptions): Promise<Reproduction> {
  const { smallest } = cluster;
  const backendRun = options.backendRuns.find((one) => one.options.backend.kind === smallest.backend);
  const found: Shown = { case: smallest.case, violation: smallest.violation };
  if (backendRun === undefined || index >= MAX_REPRODUCED || options.stopped()) return { kind: 'not-tried', ...found };
  const shrunk = index < MAX_SHRUNK ? await shrunkOnLane(backendRun, cluster, options) : found;
  // What the mock gets wrong is a note, however often it does.
  if (smallest.violation.blame === 'mock' || options.stopped()) return { kind: 'not-tried', ...shrunk };
  const sessions = freshSessions(backendRun, cluster, options.stopped);
  try {
    return await smallerInFreshSessions(backendRun, cluster, shrunk, sessions, options);
  } catch (error) {
    // Another session could not be started: the fault stands as it was found.
    if (!(error instanceof ParityError)) throw error;
    return { kind: 'not-tried', ...shrunk };
  }
}

/** What shows in a fresh session, but not as the lane of the run made it smaller, is made smaller in fresh sessions. */
async function smallerInFreshSessions(
  backendRun: BackendRun,
  cluster: Cluster,
  shrunk: Shown,
  sessions: FreshSessions,
  options: MinimiseOptions,
): Promise<Reproduction> {
  const reproduction = await reproduce(backendRun, cluster, shrunk, sessions);
  const isNew = reproduction.kind === 'after-calls' || (reproduction.kind === 'steady' && reproduction.case !== shrunk.case);
  const operation = operationNamed(options.contract, reproduction.case.operation);
  if (!isNew || operation === undefined) return reproduction;
  let opened = 0;
  const shows = (candidate: Case): Promise<Violation | undefined> => {
    opened += 1;
    return sessions.shows(candidate);
  };
  const stopped = (): boolean => opened >= MAX_FRESH_CALLS || options.stopped();
  const { contract, plan } = options;
  const smaller = await shrink({ contract, operation, maker: plan.maker, shows, stopped }, reproduction.case, reproduction.violation);
  // The calls before it may turn out not to be needed.
  return { kind: smaller.case.precedingCalls === undefined ? 'steady' : 'after-calls', case: smaller.case, violation: smaller.violation };
}

/** On the lane of the run: no session has to be started for each try. */
async function shrunkOnLane(backendRun: BackendRun, cluster: Cluster, { contract, plan, stopped }: MinimiseOptions): Promise<Shown> {
  const { smallest } = cluster;
  const operation = operationNamed(contract, smallest.case.operation);
  if (operation === undefined) return smallest;
  let isOver = false;
  const shows = (candidate: Case): Promise<Violation | undefined> =>
    showsOnLane(backendRun, operation, cluster, candidate).catch((error: unknown) => {
      if (!(error instanceof ParityError)) throw error;
      // That it dies is what is looked at; a surface that cannot be driven at all leaves the smallest so far.
      isOver = error.code !== 'surface-dies';
      return isOver ? undefined : showsOnLane(backendRun, operation, cluster, candidate);
    });
  return shrink({ contract, operation, maker: plan.maker, shows, stopped: () => isOver || stopped() }, smallest.case, smallest.violation);
}

async function showsOnLane(backendRun: BackendRun, operation: Operation, cluster: Cluster, candidate: Case): Promise<Violation | undefined> {
  const [lane] = backendRun.lanes.get(surfaceOf(cluster)) ?? [];
  if (lane === undefined) return undefined;
  return violationOf({ case: candidate, operation, observations: [await lane.run(operation, candidate)] }, backendRun, cluster);
}
