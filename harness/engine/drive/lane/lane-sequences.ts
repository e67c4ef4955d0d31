import type { Case } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import type { Operation } from '../../../../contract/operation.js';
import { encodeRequest } from '../../../../contract/wire/request/encode.js';
import type { Driver } from '../../../../surfaces/driver.js';
import type { FailedResponse, WireResponse } from '../../../../surfaces/exchange.js';
import type { Observation, SurfaceId } from '../../../../surfaces/observation.js';
import type { Outcome } from '../../../../surfaces/outcome.js';
import type { BackendInstance } from '../../../backends/backend.js';
import { CallsAtOnce, type GatedService } from '../at-once/calls-at-once.js';
import { Companions, type OpenCompanion } from './companions.js';
import { type RunStep, runLanes, runSteps } from './sequence-steps.js';

export interface Attempt {
  readonly observation: Observation;
  /**
   * False if the call failed, and the reason may be the connection instead of the service. The call is then repeated.
   */
  readonly isConclusive: boolean;
}

export interface Attempts {
  readonly observations: readonly Observation[];
  readonly isConclusive: boolean;
}

/** The functions of a lane that `LaneSequences` calls. */
export interface StepLane {
  /** Makes one call of a sequence. Neither resets the service before the call nor reads its state. */
  attemptStep(operation: Operation, step: Case): Promise<Attempt>;
  /** Makes a call. The tap keeps the requests that it records. */
  call(operation: Operation, step: Case): Promise<Outcome>;
  /** Discards the requests that the tap recorded. */
  forget(): Promise<void>;
  restoreState(): Promise<void>;
  /** Forces a reset before the next case. Needed after requests that this lane did not send itself. */
  markChanged(): void;
  close(): Promise<void>;
}

interface SequenceOptions {
  readonly contract: Contract;
  readonly surface: SurfaceId;
  readonly driver: Driver;
  readonly openCompanion?: OpenCompanion<StepLane>;
}

/**
 * Runs sequences on a lane. Calls of other surfaces, and concurrent calls, may use additional sessions on the same
 * service.
 */
export class LaneSequences {
  private readonly companions: Companions<StepLane>;

  constructor(
    private readonly options: SequenceOptions,
    private readonly own: StepLane,
    private readonly gated: GatedService,
    service: BackendInstance,
  ) {
    this.companions = new Companions(service, options.openCompanion);
  }

  /**
   * Runs the steps in order, from the initial state. If some steps are concurrent, restores the initial state and runs
   * all steps again, this time with the concurrent steps at the same time.
   */
  async attempt(steps: readonly Case[]): Promise<Attempts> {
    await this.own.restoreState();
    if (steps.every(({ lane }) => lane === undefined)) return this.attemptInOrder(steps);
    const apart = await this.attemptInOrder(steps.map(withoutLane));
    await this.own.restoreState();
    const atOnce = await this.attemptAtOnce(steps);
    return {
      isConclusive: apart.isConclusive && atOnce.isConclusive,
      observations: withApart(atOnce.observations, apart.observations),
    };
  }

  close(): Promise<void> {
    return this.companions.close();
  }

  private async attemptInOrder(steps: readonly Case[]): Promise<Attempts> {
    let isConclusive = true;
    const observations = await runSteps(this.options, steps, async (operation, step) => {
      const attempt = await (await this.laneOf(step)).attemptStep(operation, step);
      isConclusive &&= attempt.isConclusive;
      return attempt.observation;
    });
    return { observations, isConclusive };
  }

  /** Runs the concurrent steps. The schedule of the last step decides the order of their requests and replies. */
  private async attemptAtOnce(steps: readonly Case[]): Promise<Attempts> {
    const sessions = await this.sessionsOf(steps);
    const schedule = (steps.at(-1)?.schedule ?? []).filter((lane) => sessions.has(lane));
    const calls = new CallsAtOnce(schedule, this.gated.respond);
    let isConclusive = true;
    const run: RunStep = async (operation, step) => {
      const { lane } = step;
      if (lane === undefined) {
        const attempt = await this.own.attemptStep(operation, step);
        isConclusive &&= attempt.isConclusive;
        return attempt.observation;
      }
      const session = sessions.get(lane) ?? this.own;
      const encoded = encodeRequest(operation, step.input);
      const expected = encoded.kind === 'request' ? encoded : undefined;
      const made = await calls.make(lane, expected, () => session.call(operation, step));
      isConclusive &&= !made.exchanges.some(({ response }) => isInconclusive(response));
      return { surface: this.options.surface, case: step, ...made };
    };
    const settled = async (): Promise<void> => {
      this.gated.calls = undefined;
      for (const session of new Set(sessions.values())) await session.forget();
    };
    this.gated.calls = calls;
    try {
      const observations = await runLanes(this.options, steps, run, {
        endLane: (lane) => calls.endLane(lane),
        settled,
      });
      return { isConclusive, observations };
    } finally {
      this.gated.calls = undefined;
    }
  }

  /**
   * The lane that makes the call of a step. For a step on another surface, it is an additional session on the service
   * of this lane.
   */
  private async laneOf({ surface = this.options.surface }: Case): Promise<StepLane> {
    if (surface === this.options.surface) return this.own;
    this.own.markChanged();
    return this.companions.lane(surface, this.gated.respond);
  }

  /** The session for each lane number of the concurrent steps. */
  private async sessionsOf(steps: readonly Case[]): Promise<ReadonlyMap<number, StepLane>> {
    this.own.markChanged();
    const sessions = new Map<number, StepLane>();
    for (const lane of new Set(steps.flatMap(({ lane: number }) => number ?? []))) {
      const isOwn = lane === 0 || this.options.driver.atOnce === 'calls';
      const { surface } = this.options;
      sessions.set(lane, isOwn ? this.own : await this.companions.lane(surface, this.gated.responder(lane), lane));
    }
    return sessions;
  }
}

function withoutLane(step: Case): Case {
  const { lane: _, ...inOrder } = step;
  return inOrder;
}

function withApart(observations: readonly Observation[], apart: readonly Observation[]): readonly Observation[] {
  const last = observations.at(-1);
  return last === undefined ? [] : [...observations.slice(0, -1), { ...last, apart }];
}

export function isInconclusive(reply: WireResponse | FailedResponse | undefined): boolean {
  return reply?.kind === 'failed' && reply.inconclusive === true;
}
