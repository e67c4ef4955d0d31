import type { ParityError } from '../../contract/parity-error.js';
import type { NoteEntry } from '../../reports/report.js';
import type { Observation } from '../../surfaces/observation.js';
import type { PlannedCase } from './case-plan.js';
import { type GivenUp, Patience } from './giving-up.js';
import type { Lane } from './lane.js';
import { type OpenPass, type PassSurface, asParityError } from './open-pass.js';
import type { Tallies } from './tally.js';
import { Trials, runsOn } from './trials.js';

/**
 * Every lane goes through the cases at its own pace; a trial is judged as soon as its last observation is there and then
 * let go, so that memory is bounded by how far the lanes are apart.
 */
export async function runPass(pass: OpenPass): Promise<PassResult> {
  const running = pass.options.surfaces.filter(({ id }) => pass.lanes.has(id));
  const trials = new Trials(pass, running);
  const givenUp = await Promise.all(running.map((surface) => driveSurface(pass, surface, trials)));
  trials.finish();
  return { tallies: trials.tallies, givenUp: givenUp.flat(), faults: trials.faults, tolerated: trials.tolerated.notes() };
}

/** One surface through all its cases, on all its lanes; answers what kept it from going on, if anything did. */
async function driveSurface(pass: OpenPass, surface: PassSurface, trials: Trials): Promise<readonly GivenUp[]> {
  const { plan, stopped, aborted, progress } = pass.options;
  const cases = plan.cases.map((planned, index) => ({ planned, index })).filter(({ planned }) => runsOn(pass.options, surface, planned));
  const patience = new Patience(surface.id, pass.options.backend.kind);
  let next = 0;
  let done = 0;
  const work = async (lane: Lane): Promise<void> => {
    for (let taken = cases[next]; taken !== undefined && !stopped(); taken = cases[next]) {
      next += 1;
      const { index, planned } = taken;
      await trials.pace.before(surface.id, index);
      const observation = patience.hasFor(planned.operation.id) ? await observed(surface, lane, planned, patience, aborted) : undefined;
      // What an interrupted surface still says is not what it would have said.
      if (observation === undefined || aborted()) trials.miss(surface.id, planned, index);
      else trials.add(index, planned, observation);
      done += 1;
      progress(surface.id, done, cases.length);
    }
  };
  await Promise.all((pass.lanes.get(surface.id) ?? []).map(work)).finally(() => trials.pace.end(surface.id));
  for (const { planned, index } of cases.slice(next)) trials.miss(surface.id, planned, index);
  return patience.end();
}

/** `undefined`: the call could not be made. */
async function observed(
  { id: surface }: PassSurface,
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

export interface PassResult {
  readonly tallies: Tallies;
  /** What could not be gone on with, and why. */
  readonly givenUp: readonly GivenUp[];
  /** What went wrong in the harness itself. */
  readonly faults: readonly ParityError[];
  /** Differences that a tolerance permits. */
  readonly tolerated: readonly NoteEntry[];
}
