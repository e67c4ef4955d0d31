import type { Case } from '../../../contract/case.js';
import { type Contract, operationNamed } from '../../../contract/contract.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { Operation } from '../../../contract/operation.js';
import type { Violation } from '../../../rules/finding.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { CasePlan } from '../plan/case-plan.js';
import { type Cluster, type Clusters, joinCluster, ownerOf } from '../group/cluster.js';
import { groupedClusters } from '../group/steps/pipeline.js';
import { joinSessionState } from './session-state.js';
import type { BackendRun } from '../drive/backend-run.js';
import { recordProof } from '../proof/record-proof.js';
import { showsViolation } from '../proof/shows-violation.js';
import { isSlow, shrink } from './shrink.js';
import { type FreshSessions, type Shown, freshSessions, surfaceOf, surfacesOf, violationOf } from './fresh-sessions.js';
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

/** Most faults that are shrunk. Further faults are only reproduced. */
const MAX_SHRUNK = 40;
/** Most faults that are reproduced. Further faults are reported with their first case. */
const MAX_REPRODUCED = 200;
/** Most proofs of slow faults, whose calls last until the timeout. */
const MAX_SLOW_PROOFS = 4;
/** Most sessions that are opened to shrink a sequence of calls. */
const MAX_FRESH_CALLS = 40;

/** Groups the violations, and for each fault shrinks its case on one surface, reproduces it and records a proof. */
export async function minimise(clusters: Clusters, options: MinimiseOptions): Promise<readonly Minimised[]> {
  const faults: Minimised[] = [];
  let slow = 0;
  for (const [index, grouped] of groupedClusters(clusters).entries()) {
    const own = await minimisedCluster(grouped, index, options);
    const { cluster, reproduction } = (own.kind === 'unsteady' && (await steadyMember(grouped, index, options))) || {
      cluster: grouped,
      reproduction: own,
    };
    const isOneSlowMore = isSlow(cluster.smallest.violation.kind) && (slow += 1) > MAX_SLOW_PROOFS;
    const fault = isOneSlowMore ? { cluster, reproduction } : await proved(cluster, reproduction, options);
    options.minimised?.(fault);
    faults.push(fault);
  }
  const backendRunOf = ({ smallest }: Cluster): BackendRun | undefined =>
    options.backendRuns.find((backendRun) => backendRun.options.backend.kind === smallest.backend);
  return joinSessionState(faults, (cluster) => backendRunOf(cluster)?.context.isolated === true);
}

/** Adds a proof to a fault that shows in a fresh session: the case runs once more, on the surface and on a sibling. */
async function proved(
  cluster: Cluster,
  reproduction: Reproduction,
  { backendRuns, stopped }: MinimiseOptions,
): Promise<Minimised> {
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

/** Most violations of one cause that are tried if the first one does not show again. */
const MAX_MEMBERS = 3;

/**
 * A violation of the same cause and owner that reproduces in place of the first one: a page that stays in a cache may
 * make two pages differ by chance, and always lacks the item that was created after it.
 */
async function steadyMember(
  cluster: Cluster,
  index: number,
  options: MinimiseOptions,
): Promise<Pick<Minimised, 'cluster' | 'reproduction'> | undefined> {
  const owner = ownerOf(cluster.smallest.violation);
  const members = cluster.explained.filter(({ smallest }) => ownerOf(smallest.violation) === owner);
  for (const member of members.slice(0, MAX_MEMBERS)) {
    const reproduction = await minimisedCluster(member, index, options);
    if (reproduction.kind !== 'steady' && reproduction.kind !== 'after-calls') continue;
    const { occurrences } = cluster;
    joinCluster(member, cluster);
    // The cluster contains the member already.
    member.occurrences = occurrences;
    // What followed from the first violation is now the finding itself.
    for (const [key, { item }] of member.evidence)
      if (item.rule === member.rule.id && item.message === member.smallest.violation.message)
        member.evidence.delete(key);
    return { cluster: member, reproduction };
  }
  return undefined;
}

async function minimisedCluster(cluster: Cluster, index: number, options: MinimiseOptions): Promise<Reproduction> {
  const { smallest } = cluster;
  const backendRun = options.backendRuns.find((one) => one.options.backend.kind === smallest.backend);
  const found: Shown = { case: smallest.case, violation: smallest.violation };
  if (backendRun === undefined || index >= MAX_REPRODUCED || options.stopped()) return { kind: 'not-tried', ...found };
  const shrunk = index < MAX_SHRUNK ? await shrunkOnLane(backendRun, cluster, options) : found;
  // Faults of the mock are not reproduced, as they only become notes.
  if (smallest.violation.blame === 'mock' || options.stopped()) return { kind: 'not-tried', ...shrunk };
  const sessions = freshSessions(backendRun, cluster, options.stopped);
  try {
    return await smallerInFreshSessions(backendRun, cluster, shrunk, sessions, options);
  } catch (error) {
    // No further session could be started, so the fault is reported without a reproduction.
    if (!(error instanceof ParityError)) throw error;
    return { kind: 'not-tried', ...shrunk };
  }
}

/**
 * Reproduces a fault. If the case that was shrunk on the lane does not show it, but another one does, that one is
 * shrunk in fresh sessions.
 */
async function smallerInFreshSessions(
  backendRun: BackendRun,
  cluster: Cluster,
  shrunk: Shown,
  sessions: FreshSessions,
  options: MinimiseOptions,
): Promise<Reproduction> {
  const reproduction = await reproduce(backendRun, cluster, shrunk, sessions);
  const isNew =
    reproduction.kind === 'after-calls' || (reproduction.kind === 'steady' && reproduction.case !== shrunk.case);
  const operation = operationNamed(options.contract, reproduction.case.operation);
  if (!isNew || operation === undefined) return reproduction;
  const smaller = await shrunkInSessions(operation, reproduction, sessions.showsOnSpare, options);
  if (smaller.case === reproduction.case || (await sessions.shows(smaller.case)) !== undefined)
    return reproductionOf(smaller);
  // The service keeps state over a reset, so each candidate needs a new one.
  return reproductionOf(await shrunkInSessions(operation, reproduction, sessions.shows, options));
}

/** Shrinks with a session for each candidate. */
async function shrunkInSessions(
  operation: Operation,
  { case: start, violation }: Shown,
  shownIn: FreshSessions['shows'],
  { contract, plan, stopped }: MinimiseOptions,
): Promise<Shown> {
  let opened = 0;
  const shows = (candidate: Case): Promise<Violation | undefined> => {
    opened += 1;
    return shownIn(candidate);
  };
  const isOver = (): boolean => opened >= MAX_FRESH_CALLS || stopped();
  return shrink({ contract, operation, maker: plan.maker, shows, stopped: isOver }, start, violation);
}

/** Shrinking may have removed all preceding calls. */
function reproductionOf({ case: shown, violation }: Shown): Reproduction {
  const isSteady = shown.precedingCalls === undefined || shown.sequence === true;
  return { kind: isSteady ? 'steady' : 'after-calls', case: shown, violation };
}

/** Shrinks on the lane of the run, where a candidate needs no new session. */
async function shrunkOnLane(
  backendRun: BackendRun,
  cluster: Cluster,
  { contract, plan, stopped }: MinimiseOptions,
): Promise<Shown> {
  const { smallest } = cluster;
  const operation = operationNamed(contract, smallest.case.operation);
  // Cases with a fault of the network already have the simplest input.
  if (operation === undefined || smallest.case.provenance.kind === 'fault') return smallest;
  let isOver = false;
  const shows = (candidate: Case): Promise<Violation | undefined> =>
    showsOnLane(backendRun, operation, cluster, candidate).catch((error: unknown) => {
      if (!(error instanceof ParityError)) throw error;
      // A surface that ends is tried again, as its end may be the fault. If it cannot be driven, the search stops.
      isOver = error.code !== 'surface-dies';
      return isOver ? undefined : showsOnLane(backendRun, operation, cluster, candidate);
    });
  return shrink(
    { contract, operation, maker: plan.maker, shows, stopped: () => isOver || stopped() },
    smallest.case,
    smallest.violation,
  );
}

async function showsOnLane(
  backendRun: BackendRun,
  operation: Operation,
  cluster: Cluster,
  candidate: Case,
): Promise<Violation | undefined> {
  const observations: Observation[] = [];
  for (const surface of surfacesOf(backendRun, cluster)) {
    const [lane] = backendRun.lanes.get(surface) ?? [];
    if (lane === undefined) return undefined;
    observations.push(await lane.run(operation, candidate));
  }
  return violationOf({ case: candidate, operation, observations }, backendRun, cluster);
}
