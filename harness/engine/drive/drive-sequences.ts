import type { Operation } from '../../../contract/operation.js';
import { ParityError } from '../../../contract/parity-error.js';
import { REAL_SERVICE } from '../../../rules/rule.js';
import { replyOf } from '../../../rules/reply.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import { isSafeMethod } from '../../../contract/wire/safe-method.js';
import { isSkipped } from '../plan/planned/planned-case.js';
import { type PlannedSequence, crossedSequence, reportedCase } from '../plan/planned/planned-sequence.js';
import { isOwn } from '../plan/shard.js';
import { type BackendRun, type DrivenSurface, asParityError } from './backend-run.js';
import { type GivenUp, GiveUpPolicy } from './lane/giving-up.js';
import type { Lane } from './lane/lane.js';
import { runsOn } from './cases-of-surface.js';
import type { Trials } from './trials.js';

interface Placed {
  readonly sequence: PlannedSequence;
  /**
   * The number of the first step of the sequence. All cases and steps of a plan are numbered; the steps come after the
   * cases.
   */
  readonly first: number;
  /** Whether this shard runs the sequence. */
  readonly isOwn: boolean;
}

/**
 * Runs the sequences of the plan on every surface that offers all their operations. Sequences run only on a real
 * service, because only a real service keeps state. If all lanes share one instance of the service, the surfaces run
 * one after the other. Otherwise a reset by one surface would remove the items of another surface.
 */
export async function driveSequences(
  backendRun: BackendRun,
  surfaces: readonly DrivenSurface[],
  trials: Trials,
  before: readonly GivenUp[],
): Promise<readonly GivenUp[]> {
  const { backend, plan } = backendRun.options;
  if (!REAL_SERVICE.has(backend.kind)) return [];
  let first = plan.cases.length;
  const placed = (plan.sequences ?? []).map((sequence): Placed => {
    const own = { sequence, first, isOwn: isOwn(plan, sequence) };
    first += sequence.steps.length;
    return own;
  });
  const drive = (surface: DrivenSurface): Promise<readonly GivenUp[]> =>
    driveSurface(backendRun, surface, sequencesOf(backendRun, surfaces, surface, placed, before), trials);
  if (backend.isolated) return (await Promise.all(surfaces.map(drive))).flat();
  const givenUp: GivenUp[] = [];
  for (const surface of surfaces) givenUp.push(...(await drive(surface)));
  return givenUp;
}

/**
 * The sequences that a surface runs. Some sequences need a second surface. Its calls are then made by the next surface
 * that offers the operations.
 */
function sequencesOf(
  { options }: BackendRun,
  surfaces: readonly DrivenSurface[],
  surface: DrivenSurface,
  placed: readonly Placed[],
  before: readonly GivenUp[],
): readonly Placed[] {
  const isAble = (other: DrivenSurface, sequence: PlannedSequence): boolean =>
    !isSkipped(sequence, other) &&
    // Concurrent calls need a separate instance of the service for each lane, and a surface that supports them.
    (sequence.isAtOnce !== true || (options.backend.isolated && other.driver.atOnce !== undefined)) &&
    sequence.steps.every((step) => runsOn(options, other, step)) &&
    !isGivenUp(before, other, sequence.steps);
  const at = surfaces.indexOf(surface);
  const others = [...surfaces.slice(at + 1), ...surfaces.slice(0, at)];
  return placed.flatMap((each) => {
    const { sequence } = each;
    if (!isAble(surface, sequence)) return [];
    if (sequence.elsewhere === undefined) return [each];
    const steps = sequence.steps.filter(({ operation }) => operation.id === sequence.elsewhere);
    const other = others.find((candidate) => isAble(candidate, { ...sequence, steps }));
    return other === undefined ? [] : [{ ...each, sequence: crossedSequence(sequence, other.id) }];
  });
}

async function driveSurface(
  backendRun: BackendRun,
  surface: DrivenSurface,
  own: readonly Placed[],
  trials: Trials,
): Promise<readonly GivenUp[]> {
  const { options } = backendRun;
  const all = backendRun.lanes.get(surface.id) ?? [];
  const lanes = options.backend.isolated ? all : all.slice(0, 1);
  const count = own.filter((placed) => placed.isOwn).length;
  let done = 0;
  const work = async (lane: Lane, turn: number): Promise<readonly GivenUp[]> => {
    const policy = new GiveUpPolicy(surface.id, options.backend.kind);
    for (const each of own.filter((placed, index) => index % lanes.length === turn && placed.isOwn)) {
      await runOne(backendRun, surface, lane, policy, each, trials);
      done += 1;
      if (!options.stopped()) options.progress(surface.id, done, count);
    }
    return policy.end();
  };
  return (await Promise.all(lanes.map(work))).flat();
}

function isGivenUp(before: readonly GivenUp[], { id }: DrivenSurface, steps: PlannedSequence['steps']): boolean {
  return before.some(
    (stop) =>
      stop.surface === id &&
      (stop.operation === undefined || steps.some(({ operation }) => operation.id === stop.operation)),
  );
}

async function runOne(
  { options }: BackendRun,
  { id: surface }: DrivenSurface,
  lane: Lane,
  policy: GiveUpPolicy,
  { sequence, first }: Placed,
  trials: Trials,
): Promise<void> {
  const { steps } = sequence;
  const allowed = !options.stopped() && steps.every(({ operation }) => policy.allows(operation.id));
  const observations = allowed ? await observed(lane, sequence, policy, surface, options.aborted) : undefined;
  for (const [index, step] of steps.entries()) {
    if (sequence.isAtOnce === true && index < steps.length - 1) continue;
    const observation = observations?.[index];
    if (observations === undefined || options.aborted()) trials.missStep(surface, step.operation.id);
    else if (observation !== undefined && isJudged(observation, step.operation, sequence.isFreed)) {
      policy.observe(step.operation.id, observation);
      trials.addStep(first + index, { ...step, case: reportedCase(sequence, index) }, observation);
    }
  }
}

/**
 * Whether the rules judge a step of a sequence. They judge most steps, and also a 404 to a GET if the case permits it.
 * They do not judge:
 * - a step that was not called;
 * - the refusal of an invalid input, after the service accepted another invalid input: the item may be invalid now;
 * - the refusal of a call that repeats an earlier operation, such as a second create, and takes no values from earlier
 *   replies: items may have to be unique. `isFreed`: an equal item no longer counts. A 413 (Content Too Large) is never
 *   about an earlier item.
 */
function isJudged(observation: Observation, { method }: Operation, isFreed = false): boolean {
  if (observation.outcome.kind === 'inexpressible') return false;
  const status = replyOf(observation)?.status ?? 0;
  const { operation, feeds, follow, expect } = observation.case;
  if (method === 'get' && status === 404 && expect.kind !== 'accepted') return true;
  if (expect.kind === 'rejected') return isSuccess(status) || !hasAcceptedInvalid(observation);
  const isCreate = feeds === undefined && follow === undefined && !isSafeMethod(method);
  const isSecond = observation.earlier?.some((step) => step.case.operation === operation) === true;
  return status < 400 || status > 499 || status === 413 || !isCreate || !isSecond || isFreed;
}

function hasAcceptedInvalid({ earlier = [] }: Observation): boolean {
  return earlier.some((step) => step.case.expect.kind === 'rejected' && isSuccess(replyOf(step)?.status ?? 0));
}

/** Runs a sequence and returns its observations. Returns `undefined` if the calls could not be made. */
async function observed(
  lane: Lane,
  { steps }: PlannedSequence,
  policy: GiveUpPolicy,
  surface: string,
  aborted: () => boolean,
): Promise<readonly Observation[] | undefined> {
  try {
    return await lane.runSequence(steps.map((step) => step.case));
  } catch (error) {
    const last = steps.at(-1)?.operation.id;
    if (!aborted() && last !== undefined) policy.failed(last, asParityError(error, surface));
    if (!(error instanceof ParityError)) throw error;
    return undefined;
  }
}
