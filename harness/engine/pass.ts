import type { Contract } from '../../contract/contract.js';
import type { OperationId } from '../../contract/operation.js';
import { ParityError } from '../../contract/parity-error.js';
import type { Trial, TrialContext } from '../../rules/rule.js';
import type { Driver, SurfaceDescription } from '../../surfaces/driver.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Observation, SurfaceId } from '../../surfaces/observation.js';
import { replyOf } from '../../rules/reply.js';
import type { Backend } from '../backends/backend.js';
import type { CasePlan, PlannedCase } from './case-plan.js';
import type { Clusters } from './cluster.js';
import { type Judgement, judge } from './judge.js';
import { Lane } from './lane.js';

export interface PassSurface {
  readonly id: SurfaceId;
  readonly driver: Driver;
  readonly lanes: number;
}

export interface PassOptions {
  readonly contract: Contract;
  readonly backend: Backend;
  readonly surfaces: readonly PassSurface[];
  readonly plan: CasePlan;
  readonly clusters: Clusters;
  readonly token: string;
  readonly prefix: string;
  readonly root: string;
  readonly timeoutMs: number;
  /** Which operations each surface performs. */
  readonly bound: (surface: SurfaceId, operation: OperationId) => boolean;
  readonly stopped: () => boolean;
  readonly aborted: () => boolean;
  readonly progress: (surface: SurfaceId, done: number, total: number) => void;
}

/** Counts of one operation on one surface. */
export interface Tally {
  cases: number;
  accepted: number;
  rejected: number;
  inexpressible: number;
  /** Cases that were planned but not run: the run was stopped. */
  missed: number;
  readonly verified: Map<string, number>;
}

export interface OpenPass {
  readonly options: PassOptions;
  readonly context: TrialContext;
  readonly lanes: ReadonlyMap<SurfaceId, readonly Lane[]>;
  readonly descriptions: ReadonlyMap<SurfaceId, SurfaceDescription>;
  /** Surfaces that could not be started, and why. */
  readonly unavailable: ReadonlyMap<SurfaceId, ParityError>;
  close(): Promise<void>;
}

/** Starts every lane of every surface on one backend, side by side. A surface that does not start is told, not thrown. */
export async function openPass(options: PassOptions): Promise<OpenPass> {
  const lanes = new Map<SurfaceId, readonly Lane[]>();
  const unavailable = new Map<SurfaceId, ParityError>();
  await Promise.all(
    options.surfaces.map(async (surface) => {
      const opened = await Promise.allSettled(Array.from({ length: surface.lanes }, () => openLane(options, surface)));
      const failed = opened.find((result) => result.status === 'rejected');
      const started = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      if (failed === undefined) lanes.set(surface.id, started);
      else {
        await Promise.allSettled(started.map((lane) => lane.close()));
        unavailable.set(surface.id, asParityError(failed.reason, surface.id));
      }
    }),
  );
  const inOrder = new Map(options.surfaces.flatMap(({ id }) => (lanes.has(id) ? [[id, lanes.get(id) ?? []] as const] : [])));
  const sessions = [...inOrder].flatMap(([id, [lane]]) => (lane === undefined ? [] : [[id, lane.session] as const]));
  return {
    options,
    lanes: inOrder,
    unavailable,
    descriptions: new Map(sessions.map(([id, session]) => [id, session.description])),
    context: {
      contract: options.contract,
      backend: options.backend.kind,
      observes: new Map(sessions.map(([id, session]) => [id, session.observes])),
      token: options.token,
      isolated: options.backend.isolated,
    },
    close: async () => void (await Promise.allSettled([...inOrder.values()].flat().map((lane) => lane.close()))),
  };
}

function openLane(options: PassOptions, surface: PassSurface): Promise<Lane> {
  return Lane.open({ ...options, surface: surface.id, driver: surface.driver }, () => options.backend.start());
}

function asParityError(reason: unknown, surface: SurfaceId): ParityError {
  if (reason instanceof ParityError) return reason;
  const message = reason instanceof Error ? reason.message : String(reason);
  return new ParityError('surface-unavailable', `${surface} could not be started: ${message}`, 'Start it by hand as the configuration does and mend what it says.', { cause: reason });
}

export type Tallies = ReadonlyMap<SurfaceId, ReadonlyMap<OperationId, Tally>>;

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
      const observation = await lane.run(taken.planned.operation, taken.planned.case);
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
  await Promise.all(lanes.map((lane) => work(lane).catch((error: unknown) => void (failure ??= aborted() ? undefined : asParityError(error, surface.id)))));
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
  return new ParityError('surface-hangs', `${surface}, or the backend behind it, did not end ${MAX_TIMEOUTS} calls in a row; the rest of its cases were not run`, repair);
}

export interface PassResult {
  readonly tallies: Tallies;
  /** Surfaces that could not go on, and why. */
  readonly failures: ReadonlyMap<SurfaceId, ParityError>;
  /** What went wrong in the harness itself. */
  readonly faults: readonly ParityError[];
}

/** What is bound to the surface; the gate phase is for surfaces that have gates. */
function runsOn(options: PassOptions, surface: PassSurface, planned: PlannedCase): boolean {
  return options.bound(surface.id, planned.operation.id) && (planned.case.expect.kind !== 'gated' || surface.driver.gates);
}

class Trials {
  readonly tallies = new Map<SurfaceId, Map<OperationId, Tally>>();
  readonly faults: ParityError[] = [];
  private readonly pending = new Map<number, { readonly planned: PlannedCase; readonly observations: Observation[] }>();

  constructor(
    private readonly pass: OpenPass,
    private readonly running: readonly PassSurface[],
  ) {}

  add(index: number, planned: PlannedCase, observation: Observation): void {
    const waiting = this.pending.get(index) ?? { planned, observations: [] };
    waiting.observations.push(observation);
    this.pending.set(index, waiting);
    const wanted = this.running.reduce((count, surface) => count + (runsOn(this.pass.options, surface, planned) ? 1 : 0), 0);
    if (waiting.observations.length === wanted) {
      this.pending.delete(index);
      this.judge(index, waiting.planned, waiting.observations);
    }
  }

  miss(surface: SurfaceId, planned: PlannedCase): void {
    this.tally(surface, planned.operation.id).missed += 1;
  }

  /** What only some surfaces came to run, because the run was stopped, is judged by what there is: nothing found is lost. */
  finish(): void {
    for (const [index, { planned, observations }] of this.pending) this.judge(index, planned, observations);
    this.pending.clear();
  }

  private judge(index: number, planned: PlannedCase, observations: readonly Observation[]): void {
    // In the order of the configuration, whoever came in first.
    const ordered = this.running.flatMap(({ id }) => observations.filter((observation) => observation.surface === id));
    const trial: Trial = { case: planned.case, operation: planned.operation, observations: ordered };
    const { primaries, verified } = this.judged(trial);
    for (const observation of ordered) this.count(observation, verified);
    for (const primary of primaries) this.pass.options.clusters.add({ trial, index, backend: this.pass.options.backend.kind }, primary);
  }

  /** A rule that fails is a fault of ours: it is told, and what the other trials show is not lost over it. */
  private judged(trial: Trial): Judgement {
    try {
      return judge(trial, this.pass.context);
    } catch (error) {
      this.faults.push(new ParityError('harness-error', `judging ${trial.case.id} failed: ${(error as Error).message}`, 'Report this with the contract and the case.', { cause: error }));
      return { primaries: [], verified: [] };
    }
  }

  private count(observation: Observation, verified: readonly string[]): void {
    const tally = this.tally(observation.surface, observation.case.operation);
    tally.cases += 1;
    if (observation.outcome.kind === 'inexpressible') {
      tally.inexpressible += 1;
      return;
    }
    const reply = replyOf(observation);
    if (reply !== undefined && isSuccess(reply.status)) tally.accepted += 1;
    else tally.rejected += 1;
    for (const rule of verified) tally.verified.set(rule, (tally.verified.get(rule) ?? 0) + 1);
  }

  private tally(surface: SurfaceId, operation: OperationId): Tally {
    const ofSurface = this.tallies.get(surface) ?? new Map<OperationId, Tally>();
    this.tallies.set(surface, ofSurface);
    const tally = ofSurface.get(operation) ?? { cases: 0, accepted: 0, rejected: 0, inexpressible: 0, missed: 0, verified: new Map<string, number>() };
    ofSurface.set(operation, tally);
    return tally;
  }
}
