import type { OperationId } from '../../../contract/operation.js';
import type { ParityError } from '../../../contract/parity-error.js';
import type { NoteEntry } from '../../../reports/report.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { PlannedCase } from '../plan/case-plan.js';
import { type GivenUp, Patience } from './giving-up.js';
import type { Lane } from './lane.js';
import { type BackendRun, type DrivenSurface, asParityError } from './backend-run.js';
import type { Tallies } from '../judge/tally.js';
import { Trials, runsOn } from './trials.js';

/**
 * Every lane goes through the cases at its own pace; a trial is judged soon after its last observation and those before it are
 * complete and then dropped, so that memory is bounded by how far the lanes are apart.
 */
export async function driveBackend(backendRun: BackendRun): Promise<BackendRunResult> {
  const running = backendRun.options.surfaces.filter(({ id }) => backendRun.lanes.has(id));
  const trials = new Trials(backendRun, running);
  const givenUp = await Promise.all(running.map((surface) => driveSurface(backendRun, surface, trials)));
  trials.finish();
  return { tallies: trials.tallies, givenUp: givenUp.flat(), faults: trials.faults, tolerated: trials.tolerated.notes() };
}

/**
 * One surface through all its cases, on all its lanes: each takes every n-th case and has a patience of its own, so that the load of
 * the machine decides nothing. Returns what kept it from going on, if anything did.
 */
async function driveSurface(backendRun: BackendRun, surface: DrivenSurface, trials: Trials): Promise<readonly GivenUp[]> {
  const { plan, stopped, aborted, progress } = backendRun.options;
  const cases = plan.cases.map((planned, index) => ({ planned, index })).filter(({ planned }) => runsOn(backendRun.options, surface, planned));
  const lanes = backendRun.lanes.get(surface.id) ?? [];
  const skipped = tooCostlyForMock(backendRun);
  let done = 0;
  const work = async (lane: Lane, own: number): Promise<readonly GivenUp[]> => {
    const patience = new Patience(surface.id, backendRun.options.backend.kind);
    for (const { index, planned } of cases.filter((_, position) => position % lanes.length === own)) {
      if (!stopped()) await trials.pace.before(`${surface.id} ${own}`, index);
      const isRun = !stopped() && patience.hasFor(planned.operation.id) && !skipped.has(planned.operation.id);
      const observation = isRun ? await observed(surface, lane, planned, patience, aborted) : undefined;
      // What an interrupted surface still shows is not what it would have shown.
      if (observation === undefined || aborted()) trials.miss(surface.id, index, planned);
      else trials.add(index, observation);
      done += 1;
      if (!stopped()) progress(surface.id, done, cases.length);
    }
    return patience.end();
  };
  const ending = lanes.map((lane, own) => work(lane, own).finally(() => trials.pace.end(`${surface.id} ${own}`)));
  const givenUp = [...(await Promise.all(ending)).flat(), ...incompleteOn(backendRun, surface)];
  // Of each operation what the first lane met: the others met the same.
  return givenUp.filter(({ operation }, index) => givenUp.findIndex((left) => left.operation === operation) === index);
}

/** What the cases of an operation do not cover is not verified. */
function incompleteOn({ options: { plan, bound } }: BackendRun, { id: surface }: DrivenSurface): readonly GivenUp[] {
  const incomplete = (plan.incomplete ?? []).filter(({ operation }) => bound(surface, operation.id));
  return incomplete.map(({ operation, error }) => ({ surface, operation: operation.id, error }));
}

/** Prism judges requests in this process, and without a bound: schemas of too many combinations for us could hang it. */
function tooCostlyForMock({ options: { plan, backend } }: BackendRun): ReadonlySet<OperationId> {
  return new Set(backend.kind === 'mock' ? plan.incomplete?.map(({ operation }) => operation.id) : []);
}

/** `undefined`: the call could not be made. */
async function observed(
  { id: surface }: DrivenSurface,
  lane: Lane,
  { operation, case: toRun }: PlannedCase,
  patience: Patience,
  aborted: () => boolean,
): Promise<Observation | undefined> {
  try {
    const observation = await lane.run(operation, toRun);
    patience.saw(operation.id, observation);
    return observation;
  } catch (error) {
    if (!aborted()) patience.failed(operation.id, asParityError(error, surface));
    return undefined;
  }
}

export interface BackendRunResult {
  readonly tallies: Tallies;
  /** What could not be gone on with, and why. */
  readonly givenUp: readonly GivenUp[];
  /** What went wrong in the harness itself. */
  readonly faults: readonly ParityError[];
  /** Differences that a tolerance permits. */
  readonly tolerated: readonly NoteEntry[];
}
