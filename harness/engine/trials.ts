import type { Case } from '../../contract/case.js';
import type { Operation, OperationId } from '../../contract/operation.js';
import { headerValue } from '../../contract/wire/message.js';
import { ParityError } from '../../contract/parity-error.js';
import { REAL_SERVICE, type Trial } from '../../rules/rule.js';
import type { Observation, SurfaceId } from '../../surfaces/observation.js';
import { replyOf } from '../../rules/reply.js';
import type { PlannedCase } from './case-plan.js';
import { constraintOf } from './group/constraint-of.js';
import { judge, type Judgement, type RuleCoverage } from './judge.js';
import { Pace, keptBytes } from './pace.js';
import type { OpenPass, PassOptions, PassSurface } from './open-pass.js';
import { Tolerated } from './tolerated.js';
import { countBroken, countObservation, newTally, type Tally } from './tally.js';

/** What is bound to the surface; the gate phase is for surfaces that have gates. */
export function runsOn(options: PassOptions, surface: PassSurface, planned: PlannedCase): boolean {
  return options.bound(surface.id, planned.operation.id) && (planned.case.expect.kind !== 'gated' || surface.driver.gates);
}

/** Trials that are judged in one go: between two exchanges each of them would find the processor's caches cold, and cost twice. */
const BATCH = 64;
/** Where calls are slow, nothing is saved, and a run that is killed should leave what it found. When they are judged changes no result. */
const LONGEST_WAIT_MS = 1000;
/** Bytes of bodies in one go, so that memory is bounded by more than a count. */
const BATCH_BYTES = 16 * 1024 * 1024;

interface Observed {
  readonly planned: PlannedCase;
  readonly observations: Observation[];
  /** Surfaces that do not run the case. */
  missed: number;
}

/** The trials of one pass: observations come in by the pace of the lanes, and are judged soon after a case is complete. */
export class Trials {
  readonly tallies = new Map<SurfaceId, Map<OperationId, Tally>>();
  readonly faults: ParityError[] = [];
  readonly tolerated = new Tolerated();
  private readonly pending = new Map<number, Observed>();
  private complete: (readonly [index: number, observed: Observed])[] = [];
  private judgedAt = performance.now();
  private completeBytes = 0;
  readonly pace = new Pace();

  constructor(
    private readonly pass: OpenPass,
    private readonly running: readonly PassSurface[],
  ) {}

  add(index: number, planned: PlannedCase, observation: Observation): void {
    const waiting = this.waiting(index, planned);
    waiting.observations.push(observation);
    this.pace.hold(keptBytes(observation));
    this.completeIfWhole(index, waiting);
  }

  miss(surface: SurfaceId, planned: PlannedCase, index: number): void {
    this.tally(surface, planned.operation.id).missed += 1;
    const waiting = this.waiting(index, planned);
    waiting.missed += 1;
    this.completeIfWhole(index, waiting);
  }

  private waiting(index: number, planned: PlannedCase): Observed {
    const waiting = this.pending.get(index) ?? { planned, observations: [], missed: 0 };
    this.pending.set(index, waiting);
    return waiting;
  }

  private completeIfWhole(index: number, waiting: Observed): void {
    const { planned, observations, missed } = waiting;
    const wanted = this.running.reduce((count, surface) => count + (runsOn(this.pass.options, surface, planned) ? 1 : 0), 0);
    if (observations.length + missed < wanted) return;
    this.pending.delete(index);
    // What no surface ran is no trial.
    if (observations.length === 0) return;
    this.complete.push([index, waiting]);
    this.completeBytes += observations.reduce((sum, each) => sum + keptBytes(each), 0);
    const isDue = this.complete.length >= BATCH || this.completeBytes >= BATCH_BYTES || performance.now() - this.judgedAt > LONGEST_WAIT_MS;
    if (isDue) this.judgeComplete();
  }

  /** What only some surfaces came to run, because the run was stopped, is judged by what there is: nothing found is lost. */
  finish(): void {
    for (const each of this.pending) if (each[1].observations.length > 0) this.complete.push(each);
    this.pending.clear();
    this.judgeComplete();
  }

  private judgeComplete(): void {
    for (const [index, { planned, observations }] of this.complete) this.judge(index, planned, observations);
    this.complete = [];
    this.judgedAt = performance.now();
    this.pass.options.judged?.(this.tallies);
    this.pace.release(this.completeBytes);
    this.completeBytes = 0;
  }

  private judge(index: number, planned: PlannedCase, observations: readonly Observation[]): void {
    // In the order of the configuration, whoever came in first.
    const ordered = this.running.flatMap(({ id }) => observations.filter((observation) => observation.surface === id));
    const trial: Trial = { case: planned.case, operation: planned.operation, observations: ordered };
    const { broken, tolerated, coverage } = this.judged(trial);
    this.pass.options.coverage?.addCase(planned.case);
    for (const [at, observation] of ordered.entries()) this.count(trial.operation, observation, coverage[at] ?? NO_RULES);
    for (const each of broken) countBroken(this.tally(each.violation.surface, planned.operation.id), each);
    for (const each of tolerated) this.tolerated.add(each, index);
    this.pass.options.clusters.add({ trial, index, backend: this.pass.options.backend.kind }, broken);
  }

  /** A rule that fails is a fault of ours: it is reported, and what the other trials show is not lost over it. */
  private judged(trial: Trial): Judgement {
    try {
      return judge(trial, this.pass.context);
    } catch (error) {
      this.faults.push(
        new ParityError(
          'harness-error',
          `judging ${trial.case.id} failed: ${(error as Error).message}`,
          'Report this with the contract and the case.',
          { cause: error },
        ),
      );
      return { broken: [], tolerated: [], coverage: [] };
    }
  }

  private count(operation: Operation, observation: Observation, coverage: RuleCoverage): void {
    const { clusters, backend, coverage: reached } = this.pass.options;
    countObservation(this.tally(observation.surface, observation.case.operation), operation, observation, coverage);
    const reply = replyOf(observation);
    if (observation.exchanges.length > 0) reached?.addRequest(observation.case);
    if (reply !== undefined) reached?.addReply(observation.case.operation, reply.status, headerValue(reply.headers, 'content-type'));
    // A mock refuses what the contract forbids; of the service that shows nothing.
    if (REAL_SERVICE.has(backend.kind)) noteRefusal(clusters.enforced, observation.case, reply?.status);
  }

  private tally(surface: SurfaceId, operation: OperationId): Tally {
    const ofSurface = this.tallies.get(surface) ?? new Map<OperationId, Tally>();
    this.tallies.set(surface, ofSurface);
    const tally = ofSurface.get(operation) ?? newTally();
    ofSurface.set(operation, tally);
    return tally;
  }
}

const NO_RULES: RuleCoverage = { verified: [], blocked: [] };

/** That the token is wanted shows nothing of the input. */
function noteRefusal(enforced: Map<OperationId, Set<string>>, refused: Case, status = 0): void {
  const constraint = constraintOf(refused);
  if (constraint === undefined || status < 400 || status >= 500 || status === 401) return;
  const known = enforced.get(refused.operation) ?? new Set();
  enforced.set(refused.operation, known.add(constraint));
}
