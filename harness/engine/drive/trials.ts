import type { Operation, OperationId } from '../../../contract/operation.js';
import { headerValue } from '../../../contract/wire/message.js';
import type { Trial, TrialRule } from '../../../rules/rule.js';
import type { Observation, SurfaceId } from '../../../surfaces/observation.js';
import { replyOf } from '../../../rules/reply.js';
import type { PlannedCase } from '../plan/planned/planned-case.js';
import { evidentChecks } from '../group/evident-checks.js';
import { Tolerated } from '../group/tolerated.js';
import { type Broken, judge, type Judgement, type RuleCoverage } from '../judge/judge.js';
import { Pace, keptBytes } from './pace.js';
import { runsOn } from './cases-of-surface.js';
import type { BackendRun, DrivenSurface } from './backend-run.js';
import { JudgingFaults } from '../judge/judging-faults.js';
import { coverCases } from '../judge/undecided.js';
import { countBroken, countObservation, newTally, type Tally } from '../judge/tally.js';

/**
 * The number of trials that are judged together. Judging them one at a time would take twice as long, because of cold
 * processor caches.
 */
const BATCH = 64;
/**
 * The time in milliseconds after which an incomplete batch is judged, so that a killed run has reported its findings so
 * far. It does not change the results.
 */
const LONGEST_WAIT_MS = 1000;
/** The maximum total size of the bodies in a batch, in bytes. It limits the memory use. */
const BATCH_BYTES = 16 * 1024 * 1024;

interface Arrived {
  readonly observations: Observation[];
  /** The number of surfaces that did not run the case. */
  missed: number;
}

const NOTHING_ARRIVED: Arrived = { observations: [], missed: 0 };

/**
 * The trials of one backend run. Each lane has its own speed, so observations arrive in any order. Trials are judged in
 * the order of the plan: a trial is judged once it and all earlier trials have all their observations. So the results
 * do not depend on the load of the machine.
 */
export class Trials {
  readonly tallies = new Map<SurfaceId, Map<OperationId, Tally>>();
  readonly faults = new JudgingFaults();
  readonly tolerated = new Tolerated();
  readonly pace: Pace;
  private readonly pending = new Map<number, Arrived>();
  /**
   * `judgedCases`: all cases before this position are judged. `completeCases`: all observations of the cases before
   * this position have arrived.
   */
  private judgedCases = 0;
  private completeCases = 0;
  private completeBytes = 0;
  private judgedAt = performance.now();

  constructor(
    private readonly backendRun: BackendRun,
    private readonly running: readonly DrivenSurface[],
  ) {
    this.pace = new Pace(backendRun.options.turn);
  }

  add(index: number, observation: Observation): void {
    this.arrived(index).observations.push(observation);
    this.pace.hold(keptBytes(observation));
    this.advance();
  }

  miss(surface: SurfaceId, index: number, planned: PlannedCase): void {
    this.missStep(surface, planned.operation.id);
    this.arrived(index).missed += 1;
    this.advance();
  }

  /** Judges a step for one surface only, because each surface has different values in its sequence. */
  addStep(index: number, { operation, case: step }: PlannedCase, observation: Observation): void {
    this.conclude(index, { case: step, operation, observations: [observation] });
  }

  missStep(surface: SurfaceId, operation: OperationId): void {
    for (const tally of this.counted(surface, operation)) tally.missed += 1;
  }

  /**
   * Judges the remaining trials with the observations that have arrived, so that a stopped run reports its findings.
   */
  finish(): void {
    this.completeCases = this.backendRun.options.plan.cases.length;
    while (this.judgedCases < this.completeCases) this.judgeBatch();
    this.backendRun.options.judged?.(this.tallies);
  }

  /** Judges a case of the plan again, with the observations of surfaces that did not run it before. */
  addTrial(index: number, planned: PlannedCase, observations: readonly Observation[]): void {
    if (observations.length > 0) this.judge(index, planned, observations);
  }

  private arrived(index: number): Arrived {
    const arrived = this.pending.get(index) ?? { observations: [], missed: 0 };
    this.pending.set(index, arrived);
    return arrived;
  }

  private advance(): void {
    const { cases } = this.backendRun.options.plan;
    for (let next = cases[this.completeCases]; next !== undefined; next = cases[this.completeCases]) {
      const { observations, missed } = this.pending.get(this.completeCases) ?? NOTHING_ARRIVED;
      if (observations.length + missed < this.wanted(next)) break;
      this.completeCases += 1;
      this.completeBytes += sumOfBytes(observations);
    }
    if (!this.isDue()) return;
    this.judgeBatch();
    this.backendRun.options.judged?.(this.tallies);
  }

  private wanted(planned: PlannedCase): number {
    return this.running.reduce(
      (count, surface) => count + (runsOn(this.backendRun.options, surface, planned) ? 1 : 0),
      0,
    );
  }

  private isDue(): boolean {
    if (this.backendRun.options.turn?.isCome === false) return false;
    const waiting = this.completeCases - this.judgedCases;
    if (waiting >= BATCH || this.completeBytes >= BATCH_BYTES) return true;
    return waiting > 0 && performance.now() - this.judgedAt > LONGEST_WAIT_MS;
  }

  /** Judges at most one batch. Other lanes cannot make calls meanwhile. */
  private judgeBatch(): void {
    const end = Math.min(this.completeCases, this.judgedCases + BATCH);
    for (; this.judgedCases < end; this.judgedCases += 1) {
      const planned = this.backendRun.options.plan.cases[this.judgedCases];
      const { observations } = this.pending.get(this.judgedCases) ?? NOTHING_ARRIVED;
      this.pending.delete(this.judgedCases);
      // A case that ran on no surface is not judged.
      if (planned === undefined || observations.length === 0) continue;
      this.judge(this.judgedCases, planned, observations);
      const bytes = sumOfBytes(observations);
      this.completeBytes -= bytes;
      this.pace.release(bytes, observations.length);
    }
    this.judgedAt = performance.now();
  }

  private judge(index: number, planned: PlannedCase, observations: readonly Observation[]): void {
    // Sorted in the order of the configuration, because the order of arrival varies.
    const ordered = this.running.flatMap(({ id }) => observations.filter((observation) => observation.surface === id));
    this.conclude(index, { case: planned.case, operation: planned.operation, observations: ordered });
  }

  private conclude(index: number, trial: Trial): void {
    const { broken, tolerated, coverage, isUnjudged } = this.judged(trial);
    coverCases(this.backendRun.options.coverage, trial.observations);
    for (const [at, observation] of trial.observations.entries())
      this.count(trial.operation, observation, coverage[at] ?? NO_RULES, broken, isUnjudged);
    for (const each of broken)
      for (const tally of this.counted(each.violation.surface, trial.operation.id)) countBroken(tally, each);
    const { clusters, backend, stages } = this.backendRun.options;
    for (const each of tolerated) for (const part of [this, stages?.current]) part?.tolerated.add(each, index);
    for (const part of [clusters, stages?.current?.clusters])
      part?.add({ trial, index, backend: backend.kind }, broken);
  }

  /**
   * Judges a trial. If a rule throws an error, the error is reported, and the results of the other rules still count.
   */
  private judged(trial: Trial): Judgement & { readonly isUnjudged: boolean } {
    let isUnjudged = false;
    const failed = (error: unknown, rule?: TrialRule): void => {
      isUnjudged = true;
      this.faults.add(trial, error, rule);
    };
    try {
      const judgement = judge(trial, this.backendRun.context, (rule, error) => failed(error, rule));
      return { ...judgement, isUnjudged };
    } catch (error) {
      failed(error);
      return { broken: [], tolerated: [], coverage: [], isUnjudged };
    }
  }

  private count(
    operation: Operation,
    observation: Observation,
    coverage: RuleCoverage,
    broken: readonly Broken[],
    isUnjudged: boolean,
  ): void {
    const { clusters, stages, coverage: reached } = this.backendRun.options;
    for (const tally of this.counted(observation.surface, observation.case.operation)) {
      countObservation(tally, operation, observation, coverage, broken);
      if (isUnjudged) tally.unjudged += 1;
    }
    const reply = replyOf(observation);
    if (observation.exchanges.length > 0) reached?.addRequest(observation.surface, observation.case);
    if (reply !== undefined)
      reached?.addReply(
        observation.surface,
        observation.case.operation,
        reply.status,
        headerValue(reply.headers, 'content-type'),
      );
    const checks = evidentChecks(observation, this.backendRun.context);
    for (const part of [clusters, stages?.current?.clusters]) part?.enforce(observation.case.operation, checks);
  }

  /** The tallies (counted results) to which a result is added. In a shard, also the tally of the current `Stage`. */
  private counted(surface: SurfaceId, operation: OperationId): readonly Tally[] {
    const ofStage = this.backendRun.options.stages?.current?.tally(surface, operation);
    return [this.tally(surface, operation), ...(ofStage === undefined ? [] : [ofStage])];
  }

  private tally(surface: SurfaceId, operation: OperationId): Tally {
    const ofSurface = this.tallies.get(surface) ?? new Map<OperationId, Tally>();
    this.tallies.set(surface, ofSurface);
    const tally = ofSurface.get(operation) ?? newTally();
    ofSurface.set(operation, tally);
    return tally;
  }
}

function sumOfBytes(observations: readonly Observation[]): number {
  return observations.reduce((sum, each) => sum + keptBytes(each), 0);
}

const NO_RULES: RuleCoverage = { verified: [], blocked: [] };
