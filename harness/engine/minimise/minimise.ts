import type { Case } from '../../../contract/case.js';
import { type Contract, operationNamed } from '../../../contract/contract.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { Operation } from '../../../contract/operation.js';
import type { Violation } from '../../../rules/finding.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { CasePlan } from '../plan/case-plan.js';
import type { Proof } from '../../../rules/proof.js';
import type { Cluster, Clusters } from '../group/cluster.js';
import { type Attempts, minimisedFaults } from './minimised-faults.js';
import type { BackendRun } from '../drive/backend-run.js';
import { recordProof } from '../proof/record-proof.js';
import { showsViolation } from '../proof/shows-violation.js';
import { shrink } from './shrink.js';
import { type FreshSessions, type Shown, freshSessions, surfaceOf, surfacesOf, violationOf } from './fresh-sessions.js';
import type { Minimised } from './minimised.js';
import { textTrait } from './text-trait.js';
import { type Reproduction, reproduce } from './reproduce.js';

export interface MinimiseOptions {
  readonly backendRuns: readonly BackendRun[];
  readonly contract: Contract;
  readonly plan: CasePlan;
  readonly stopped: () => boolean;
  /** The milliseconds that are left. Only for a run with a time budget. */
  readonly left?: () => number;
  /** Estimates how long the calls of a fault take. Only for a run with a time budget. */
  readonly duration?: Attempts['duration'];
  /** Called with each fault after it is minimised. */
  readonly minimised?: (fault: Minimised) => void;
}

/** The maximum number of faults whose cases are shrunk. Further faults are only reproduced. */
const MAX_SHRUNK = 40;
/**
 * The maximum number of faults that are reproduced. Further faults are reported with the first case that showed them.
 */
const MAX_REPRODUCED = 200;
/** The maximum number of sessions that are opened to shrink one list of calls. */
const MAX_FRESH_CALLS = 40;

/**
 * Groups the violations into faults. For each fault, shrinks its case on one surface, reproduces the fault and records
 * the traffic.
 */
export function minimise(clusters: Clusters, options: MinimiseOptions): Promise<readonly Minimised[]> {
  return minimisedFaults(clusters, liveAttempts(options), isolation(options), options.minimised);
}

/** Attempts that reproduce faults by new calls on the surfaces of the run. */
export function liveAttempts(options: MinimiseOptions): Attempts {
  return {
    reproduced: (cluster, index, open = 1) => minimisedCluster(cluster, index, options, shrinkingIn(options, open)),
    ...(options.duration && { duration: options.duration }),
    proof: (cluster, reproduction) => proofOf(cluster, reproduction, options),
  };
}

/**
 * Returns a function that decides, for a cluster, whether each case on its backend starts from the same state of the
 * service.
 */
export function isolation({ backendRuns }: Pick<MinimiseOptions, 'backendRuns'>): (cluster: Cluster) => boolean {
  return ({ smallest }) =>
    backendRuns.find(({ options }) => options.backend.kind === smallest.backend)?.context.isolated === true;
}

/**
 * Records the traffic of a fault that occurs in a fresh session. The case runs again on the surface, and on another
 * surface for comparison.
 */
async function proofOf(
  cluster: Cluster,
  reproduction: Reproduction,
  { backendRuns, stopped }: MinimiseOptions,
): Promise<Proof | undefined> {
  const { smallest, rule } = cluster;
  const backendRun = backendRuns.find(({ options }) => options.backend.kind === smallest.backend);
  const isShown = reproduction.kind === 'steady' || reproduction.kind === 'after-calls';
  if (backendRun === undefined || !isShown || stopped()) return undefined;
  return recordProof(backendRun, {
    case: reproduction.case,
    surface: surfaceOf(cluster),
    shows: showsViolation(backendRun.context, rule.id, smallest.violation),
    compare: smallest.violation.blame === 'surface',
  });
}

/**
 * The options for shrinking one fault. In a run with a time budget, the faults that are not tried yet (`open`) share
 * the remaining time equally. Shrinking gets half of the share of this fault, so that time is left to reproduce it.
 */
export function shrinkingIn<O extends Pick<MinimiseOptions, 'left' | 'stopped'>>(options: O, open: number): O {
  if (options.left === undefined) return options;
  const until = performance.now() + options.left() / (2 * open);
  return { ...options, stopped: () => options.stopped() || performance.now() > until };
}

async function minimisedCluster(
  cluster: Cluster,
  index: number,
  options: MinimiseOptions,
  shrinking: MinimiseOptions,
): Promise<Reproduction> {
  const { smallest } = cluster;
  const backendRun = options.backendRuns.find((one) => one.options.backend.kind === smallest.backend);
  const found: Shown = { case: smallest.case, violation: smallest.violation };
  if (backendRun === undefined || index >= MAX_REPRODUCED || options.stopped()) return { kind: 'not-tried', ...found };
  const shrunk = index < MAX_SHRUNK ? await shrunkOnLane(backendRun, cluster, shrinking) : found;
  // Faults of the mock are not reproduced, because they only become notes.
  if (smallest.violation.blame === 'mock' || options.stopped()) return { kind: 'not-tried', ...shrunk };
  const sessions = freshSessions(backendRun, cluster, options.stopped);
  try {
    const shown = await smallerInFreshSessions(backendRun, cluster, shrunk, sessions, shrinking);
    return shown.kind === 'steady' ? await withTrait(backendRun, cluster, shown, shrinking) : shown;
  } catch (error) {
    // No fresh session could be started, so the fault is reported without being reproduced.
    if (!(error instanceof ParityError)) throw error;
    return { kind: 'not-tried', ...shrunk };
  }
}

/** Finds the characters of the input that cause the fault, and adds them to the reproduction. */
async function withTrait(
  backendRun: BackendRun,
  cluster: Cluster,
  shown: Reproduction,
  { contract, plan, stopped }: MinimiseOptions,
): Promise<Reproduction> {
  const operation = operationNamed(contract, shown.case.operation);
  if (operation === undefined || stopped()) return shown;
  const subject = { contract, operation, maker: plan.maker };
  try {
    const trait = await textTrait(subject, cluster.rule.id, shown, (candidate) =>
      showsOnLane(backendRun, operation, cluster, candidate),
    );
    return trait === undefined ? shown : { ...shown, kind: 'steady', trait };
  } catch (error) {
    // If the lane cannot be driven any more, the reproduction stays as it is.
    if (!(error instanceof ParityError)) throw error;
    return shown;
  }
}

/**
 * Reproduces a fault. If the shrunk case does not show the fault in a fresh session but the original case does, the
 * original case is shrunk in fresh sessions.
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
  // If the result is not confirmed, a reset does not clear all state of the service. Each candidate then gets a new
  // instance.
  return reproductionOf(await shrunkInSessions(operation, reproduction, sessions.shows, options));
}

/** Shrinks a case. Each candidate runs in a fresh session. */
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

/**
 * Returns how a fault was reproduced. The fault is `steady` if its shrunk case has no preceding calls, or if the case
 * is a sequence, to which these calls belong.
 */
function reproductionOf({ case: shown, violation }: Shown): Reproduction {
  const isSteady = shown.precedingCalls === undefined || shown.sequence === true;
  return { kind: isSteady ? 'steady' : 'after-calls', case: shown, violation };
}

/** Shrinks a case on a lane of the run, without new sessions. */
async function shrunkOnLane(
  backendRun: BackendRun,
  cluster: Cluster,
  { contract, plan, stopped }: MinimiseOptions,
): Promise<Shown> {
  const { smallest } = cluster;
  const operation = operationNamed(contract, smallest.case.operation);
  // Cases with a network fault always have the simplest input.
  if (operation === undefined || smallest.case.provenance.kind === 'fault') return smallest;
  let isOver = false;
  const shows = (candidate: Case): Promise<Violation | undefined> =>
    showsOnLane(backendRun, operation, cluster, candidate).catch((error: unknown) => {
      if (!(error instanceof ParityError)) throw error;
      // After `surface-dies` the search continues, because the exit of the surface may be the fault itself. After any
      // other error the search stops.
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
