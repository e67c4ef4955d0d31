import { ParityError } from '../../contract/parity-error.js';
import type { Observation, SurfaceId } from '../../surfaces/observation.js';
import type { Lane } from './lane.js';
import { type OpenPass, type PassSurface, asParityError } from './open-pass.js';
import { type Tallies, Trials, runsOn } from './trials.js';

/**
 * Every lane goes through the cases at its own pace; a trial is judged as soon as its last observation is there and then
 * let go, so that memory is bounded by how far the lanes are apart.
 */
export async function runPass(pass: OpenPass): Promise<PassResult> {
  const running = pass.options.surfaces.filter(({ id }) => pass.lanes.has(id));
  const trials = new Trials(pass, running);
  const failures = new Map<SurfaceId, ParityError>();
  await Promise.all(
    running.map(async (surface) => {
      const failure = await driveSurface(pass, surface, trials);
      if (failure !== undefined) failures.set(surface.id, failure);
    }),
  );
  trials.finish();
  return { tallies: trials.tallies, failures, faults: trials.faults };
}

/** One surface through all its cases, on all its lanes; answers what kept it from going on, if anything did. */
async function driveSurface(pass: OpenPass, surface: PassSurface, trials: Trials): Promise<ParityError | undefined> {
  const { plan, stopped, aborted, progress } = pass.options;
  const cases = plan.cases.map((planned, index) => ({ planned, index })).filter(({ planned }) => runsOn(pass.options, surface, planned));
  let next = 0;
  let done = 0;
  let timeouts = 0;
  let failure: ParityError | undefined;
  const work = async (lane: Lane): Promise<void> => {
    for (let taken = cases[next]; taken !== undefined && failure === undefined && !stopped(); taken = cases[next]) {
      next += 1;
      const { operation, case: toRun } = taken.planned;
      const observation = await lane.run(operation, toRun).catch((error: unknown) => {
        trials.miss(surface.id, { operation, case: toRun });
        throw error;
      });
      // What an interrupted surface still says is not what it would have said.
      if (aborted()) return trials.miss(surface.id, taken.planned);
      trials.add(taken.index, taken.planned, observation);
      timeouts = isHanging(observation) ? timeouts + 1 : 0;
      if (timeouts >= MAX_TIMEOUTS) failure = hanging(surface.id);
      done += 1;
      progress(surface.id, done, cases.length);
    }
  };
  const lanes = pass.lanes.get(surface.id) ?? [];
  await Promise.all(
    lanes.map((lane) => work(lane).catch((error: unknown) => void (failure ??= aborted() ? undefined : asParityError(error, surface.id)))),
  );
  for (const { planned } of cases.slice(next)) trials.miss(surface.id, planned);
  return failure;
}

/** What hangs this often in a row will go on to; waiting for each case would take hours. */
const MAX_TIMEOUTS = 3;

function isHanging({ outcome, exchanges }: Observation): boolean {
  return outcome.kind === 'timeout' || exchanges.some(({ response }) => response.kind === 'failed' && response.silent === true);
}

function hanging(surface: SurfaceId): ParityError {
  const repair = 'Replay one of the cases and find what it waits for; raise `timeoutMs` in the configuration if it is only slow.';
  return new ParityError(
    'surface-hangs',
    `${surface}, or the backend behind it, did not end ${MAX_TIMEOUTS} calls in a row; the rest of its cases were not run`,
    repair,
  );
}

export interface PassResult {
  readonly tallies: Tallies;
  /** Surfaces that could not go on, and why. */
  readonly failures: ReadonlyMap<SurfaceId, ParityError>;
  /** What went wrong in the harness itself. */
  readonly faults: readonly ParityError[];
}
