import type { OperationId } from '../../../contract/operation.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { NoteEntry } from '../../../reports/report.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { PlannedCase } from '../plan/planned/planned-case.js';
import { driveSequences } from './drive-sequences.js';
import { type GivenUp, GiveUpPolicy } from './lane/giving-up.js';
import type { Lane } from './lane/lane.js';
import { type BackendRun, type DrivenSurface, asParityError } from './backend-run.js';
import type { Tallies } from '../judge/tally.js';
import { tryOnOtherSurfaces } from './other-surfaces.js';
import { isOwn } from '../plan/shard.js';
import { isPlannedOn } from './cases-of-surface.js';
import { laneShares } from './lane-shares.js';
import { Trials } from './trials.js';

/**
 * Runs all cases on all lanes, each lane at its own speed. A trial is judged as soon as it and all earlier trials are
 * complete. It is then discarded. So memory use depends on how far the fastest lane runs ahead of the slowest lane.
 */
export async function driveBackend(backendRun: BackendRun): Promise<BackendRunResult> {
  const running = backendRun.options.surfaces.filter(({ id }) => backendRun.lanes.has(id));
  const trials = new Trials(backendRun, running);
  const { stages, backend, turn } = backendRun.options;
  stages?.start(backend.kind, 'cases');
  const givenUp = await Promise.all(running.map((surface) => driveSurface(backendRun, surface, trials)));
  await turn?.come;
  trials.finish();
  await tryOnOtherSurfaces(backendRun, running, trials);
  stages?.start(backend.kind, 'sequences');
  givenUp.push(await driveSequences(backendRun, running, trials, givenUp.flat()));
  for (const surface of running) givenUp.push(incompleteOn(backendRun, surface), shortenedOn(backendRun, surface));
  return {
    tallies: trials.tallies,
    givenUp: givenUp.flat(),
    faults: trials.faults.errors,
    tolerated: trials.tolerated.notes(),
  };
}

/**
 * Runs all cases of one surface on its lanes. Returns the operations that were given up. Each lane gets a fixed share
 * of the cases and gives up operations by itself, so that the result does not depend on the load of the machine.
 */
async function driveSurface(
  backendRun: BackendRun,
  surface: DrivenSurface,
  trials: Trials,
): Promise<readonly GivenUp[]> {
  const { plan, aborted, progress, enoughCases = () => false } = backendRun.options;
  const stopped = (): boolean => backendRun.options.stopped() || enoughCases();
  const indexes = plan.cases.flatMap((planned, index) =>
    isPlannedOn(backendRun.options, surface, planned) ? [index] : [],
  );
  const at = (index: number): PlannedCase => plan.cases[index] as PlannedCase;
  const lanes = backendRun.lanes.get(surface.id) ?? [];
  // In a shard, each case runs on the same lane as in a run without shards.
  const ofLanes = laneShares(indexes, (index) => at(index).case, lanes.length).map((share) =>
    share.filter((index) => isOwn(plan, at(index))),
  );
  const count = ofLanes.reduce((sum, { length }) => sum + length, 0);
  const skipped = tooCostlyForMock(backendRun);
  let done = 0;
  const work = async (lane: Lane, own: number): Promise<readonly GivenUp[]> => {
    const policy = new GiveUpPolicy(surface.id, backendRun.options.backend.kind);
    for (const index of ofLanes[own] ?? []) {
      const planned = at(index);
      if (!stopped()) await trials.pace.before(`${surface.id} ${own}`, index);
      const isRun = !stopped() && policy.allows(planned.operation.id) && !skipped.has(planned.operation.id);
      const observation = isRun ? await observed(surface, lane, planned, policy, aborted) : undefined;
      // After an interrupt the outcome is discarded, because the interrupt may have changed it.
      if (observation === undefined || aborted()) trials.miss(surface.id, index, planned);
      else trials.add(index, observation);
      done += 1;
      if (!stopped()) progress(surface.id, done, count);
    }
    return policy.end();
  };
  const ending = lanes.map((lane, own) => work(lane, own).finally(() => trials.pace.end(`${surface.id} ${own}`)));
  const givenUp = (await Promise.all(ending)).flat();
  // If several lanes give up the same operation, it is reported once.
  return givenUp.filter(({ operation }, index) => givenUp.findIndex((stop) => stop.operation === operation) === index);
}

/**
 * The operations for which some cases could not be made. They are reported as given up (not fully verified), but their
 * sequences run, with the inputs that were made.
 */
function incompleteOn({ options: { plan, bound } }: BackendRun, { id: surface }: DrivenSurface): readonly GivenUp[] {
  const incomplete = (plan.incomplete ?? []).filter(({ operation }) => bound(surface, operation.id));
  return incomplete.map(({ operation, error }) => ({ surface, operation: operation.id, error }));
}

/**
 * The operations with fewer cases than usual, because of the time budget. They are reported as not fully verified, but
 * their sequences run.
 */
function shortenedOn({ options: { plan, bound } }: BackendRun, { id: surface }: DrivenSurface): readonly GivenUp[] {
  const error = new ParityError(
    'budget-spent',
    'fewer cases were made than usual, because making cases may take only a part of the budget of the run',
    'Raise `--budget`, even if the run ended before its budget was spent, or select fewer operations, surfaces or phases.',
  );
  const shortened = (plan.shortened ?? []).filter((operation) => bound(surface, operation));
  return shortened.map((operation) => ({ surface, operation, error }));
}

/**
 * The operations for which not all cases could be made, because their schemas have too many combinations. They are not
 * called on the mock: Prism validates in this process without a time limit, so their schemas could block the process.
 */
function tooCostlyForMock({ options: { plan, backend } }: BackendRun): ReadonlySet<OperationId> {
  return new Set(backend.kind === 'mock' ? plan.incomplete?.map(({ operation }) => operation.id) : []);
}

/** Runs a case and returns its observation. Returns `undefined` if the call could not be made. */
async function observed(
  { id: surface }: DrivenSurface,
  lane: Lane,
  { operation, case: toRun }: PlannedCase,
  policy: GiveUpPolicy,
  aborted: () => boolean,
): Promise<Observation | undefined> {
  try {
    const observation = await lane.run(operation, toRun);
    policy.observe(operation.id, withoutFault(observation), toRun.expect.kind !== 'answered');
    return observation;
  } catch (error) {
    if (!aborted()) policy.failed(operation.id, asParityError(error, surface));
    return undefined;
  }
}

/**
 * Returns the observation that decides whether the operation is given up. For a case with a network fault, it has the
 * outcome of a call without the fault, because some network faults make every call time out.
 */
function withoutFault(observation: Observation): Observation {
  const { undisturbed } = observation;
  if (undisturbed === undefined) return observation;
  return { ...observation, outcome: undisturbed.after ?? undisturbed.before, exchanges: [] };
}

export interface BackendRunResult {
  readonly tallies: Tallies;
  /** The operations and surfaces that were given up, each with its error. */
  readonly givenUp: readonly GivenUp[];
  /** Errors in the harness itself. */
  readonly faults: readonly ParityError[];
  /** Differences between surfaces that a tolerance permits. */
  readonly tolerated: readonly NoteEntry[];
}
