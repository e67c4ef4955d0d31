import type { Case } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import type { Operation, OperationId } from '../../../../contract/operation.js';
import { type Credentials, hasCredentials, operationToken } from '../../../../contract/wire/request/credentials.js';
import { ParityError } from '../../../../contract/parity-error.js';
import type { Call, Driver, DriverContext, DriverSession } from '../../../../surfaces/driver.js';
import type { Exchange, FailedResponse, WireResponse } from '../../../../surfaces/exchange.js';
import { isSuccess } from '../../../../surfaces/failure-table.js';
import { NETWORK_FAULTS } from '../../../../surfaces/network-faults.js';
import type { Observation, SurfaceId } from '../../../../surfaces/observation.js';
import type { Outcome } from '../../../../surfaces/outcome.js';
import type { BackendInstance } from '../../../backends/backend.js';
import type { RequestServers } from '../../../backends/service/server-addresses.js';
import { Tap } from '../../../tap/tap.js';
import { DirectClient, type UnansweredCalls } from './direct-client.js';
import { DisturbedCalls } from './disturbed-calls.js';
import { WRONG_TOKEN } from '../../../cases/raw/token-requests.js';
import { rawRequest } from './raw-request.js';
import type { ReturnedItems } from './returned-items.js';
import { type Attempt, LaneSequences, type StepLane, isInconclusive } from './lane-sequences.js';
import { calledOperation, stepsOf } from './sequence-steps.js';
import { GatedService } from '../at-once/calls-at-once.js';
import type { OpenCompanion } from './companions.js';
import { InitialState } from './initial-state.js';
import type { ItemGuard } from './item-guard.js';
import type { ServiceWatch } from './service-watch.js';
import { setupReplies } from './setup-calls.js';
import { StateProbe } from './state-probe.js';
import { closed, untilStopped } from './stopping.js';
import { outcomeAfter, setupFailed } from './unsent-result.js';

export interface LaneOptions extends Credentials {
  readonly surface: SurfaceId;
  readonly driver: Driver;
  readonly contract: Contract;
  readonly prefix: string;
  readonly timeoutMs: number;
  readonly maxBodyBytes?: number;
  readonly root: string;
  readonly signal?: AbortSignal;
  /** Whether this lane reads the state before and after refused calls. Only one lane of a run needs to. */
  readonly probes?: boolean;
  /** Path that the generated client appends to its base URL. */
  readonly basePath?: string;
  /**
   * The harness's own calls without a reply. All lanes of a run share this object: if one kind of call gets no reply on
   * one lane, all lanes skip calls of this kind.
   */
  readonly unanswered?: UnansweredCalls;
  /** Items that create operations have returned so far. Lanes that share the state of the service share this record. */
  readonly returned?: ReturnedItems;
  /** Refuses calls that may change items which the check did not create. All lanes of a run share this guard. */
  readonly guard?: ItemGuard;
  /** Detects that a service without resets stops or refuses the token. All lanes of a run share this watch. */
  readonly watch?: ServiceWatch;
  /** Opens a session of another surface on the service of this lane. */
  readonly openCompanion?: OpenCompanion<StepLane>;
  /** Called after each call of an operation. */
  readonly called?: ((surface: SurfaceId, operation: OperationId, durationMs: number) => void) | undefined;
  /** True if the base URL that the surface receives ends with a slash. */
  readonly isUrlWithSlash?: boolean;
  /** Operations that are not called, because this run has no address for their server. */
  readonly unserved?: NonNullable<DriverContext['unserved']>;
  /** The servers from which the surface must choose. Set if the driver receives a base URL for each server. */
  readonly servers?: RequestServers;
}

/** One started surface with its own tap and backend. Before each case, the initial state is restored. */
export class Lane implements StepLane {
  private closed = false;
  private readonly sequences: LaneSequences;
  private readonly client: DirectClient;
  private readonly probe: StateProbe | undefined;
  private readonly disturbedCalls: DisturbedCalls;
  private readonly initialState: InitialState;

  private constructor(
    private readonly options: LaneOptions,
    private readonly tap: Tap,
    private readonly backend: BackendInstance,
    readonly session: DriverSession,
    gated: GatedService,
  ) {
    this.sequences = new LaneSequences(options, this, gated, backend);
    this.client = new DirectClient(options, backend.respond, options.unanswered);
    this.initialState = new InitialState(tap.changes, backend, () => options.returned?.clear());
    this.probe = options.probes === true ? new StateProbe(this.client, this.initialState, backend) : undefined;
    const call = this.call.bind(this);
    this.disturbedCalls = new DisturbedCalls(tap, backend, call, options.timeoutMs, options.driver.startsProcesses);
  }

  static async open(options: LaneOptions, start: (signal?: AbortSignal) => Promise<BackendInstance>): Promise<Lane> {
    const backend = await start(options.signal);
    const gated = new GatedService(backend.respond);
    const { basePath, servers } = options;
    const tap = await Tap.open(gated.responder(options.driver.atOnce === 'calls' ? undefined : 0), basePath, servers);
    try {
      const { baseUrl, serverUrls } = tap;
      const context: DriverContext = {
        ...options,
        baseUrl: options.isUrlWithSlash === true ? `${baseUrl}/` : baseUrl,
        ...(serverUrls.size > 0 && { serverUrls }),
        ...(backend.writes === true && basePath === undefined && { exchange: tap.send.bind(tap) }),
      };
      const session = await options.driver.start(context);
      return new Lane(options, tap, backend, session, gated);
    } catch (error) {
      await Promise.allSettled([tap.close(), backend.stop()]);
      throw error;
    }
  }

  /** Runs a case. Rejects as soon as the run is stopped, even if the call is still in progress. */
  run(operation: Operation, toRun: Case): Promise<Observation> {
    return untilStopped(this.options.signal, async () => {
      if (toRun.sequence !== true) return this.observe(operation, toRun);
      const observations = await this.observeSteps(stepsOf(toRun));
      return observations.at(-1) as Observation;
    });
  }

  /** Runs the steps of a sequence. Returns one observation for each step that ran. */
  runSequence(steps: readonly Case[]): Promise<readonly Observation[]> {
    return untilStopped(this.options.signal, () => this.observeSteps(steps));
  }

  private async observeSteps(steps: readonly Case[]): Promise<readonly Observation[]> {
    const first = await this.sequences.attempt(steps);
    return first.isConclusive ? first.observations : (await this.sequences.attempt(steps)).observations;
  }

  async attemptStep(operation: Operation, step: Case): Promise<Attempt> {
    this.checkOpen();
    await this.backend.prepare?.(step);
    const ended = await this.permitted(operation, step);
    const exchanges = await this.watched(operation, step);
    const outcome = outcomeAfter(ended, exchanges);
    return {
      observation: this.noted({ surface: this.options.surface, case: step, outcome, exchanges }),
      isConclusive: this.isConclusive(exchanges),
    };
  }

  /** Returns the exchanges of a call. Rejects if the service has stopped or now refuses the token. */
  private async watched(operation: Operation, toRun: Case): Promise<readonly Exchange[]> {
    const exchanges = await this.tap.take();
    await this.options.watch?.after(operation, toRun, exchanges, this.client);
    return exchanges;
  }

  /** Whether the result of a call is final. If the connection may be the cause of it, the call is repeated. */
  private isConclusive(exchanges: readonly Exchange[], failed?: WireResponse | FailedResponse): boolean {
    const replies = [failed, ...exchanges.map(({ response }) => response)];
    return this.options.watch?.hasEnded === true || !replies.some(isInconclusive);
  }

  /** Runs a case. If a reused connection closes before the reply, the case runs once more on new connections. */
  private async observe(operation: Operation, toRun: Case): Promise<Observation> {
    const first = await this.attempt(operation, toRun);
    return first.isConclusive ? first.observation : (await this.attempt(operation, toRun)).observation;
  }

  private async attempt(operation: Operation, toRun: Case): Promise<Attempt> {
    await this.initialState.restore(toRun);
    this.checkOpen();
    if (toRun.provenance.kind === 'fault') {
      const seen = await this.disturbedCalls.observe(operation, toRun);
      return { observation: { surface: this.options.surface, case: toRun, ...seen }, isConclusive: true };
    }
    await this.backend.prepare?.(toRun);
    await this.probe?.prepare(operation, toRun.input);
    const setup =
      toRun.setup && (await setupReplies(toRun.setup, this.options, this.client, () => this.tap.changes.mark()));
    const failed = setup?.find((reply) => reply.kind === 'failed' || !isSuccess(reply.status));
    const outcome = failed === undefined ? await this.permitted(operation, toRun) : setupFailed(failed);
    const replies = setup?.filter((reply) => reply.kind === 'response');
    const exchanges = await this.watched(operation, toRun);
    const last = exchanges.at(-1);
    const probe = setup === undefined ? this.probe : undefined;
    const state: Pick<Observation, 'kept' | 'pages' | 'located'> =
      probe === undefined || last === undefined ? {} : await probe.after(operation, toRun, last);
    if (state.kept !== undefined) this.initialState.compare(state.kept);
    return {
      observation: this.noted({
        surface: this.options.surface,
        case: toRun,
        outcome: outcomeAfter(outcome, exchanges),
        exchanges,
        ...(replies && { setupReplies: replies }),
        ...state,
      }),
      isConclusive: this.isConclusive(exchanges, failed),
    };
  }

  private noted(observation: Observation): Observation {
    this.options.guard?.noted(observation);
    return this.options.returned?.noted(observation) ?? observation;
  }

  /** Makes the call of a case, unless it may change an item that the check did not create. */
  private async permitted(operation: Operation, toRun: Case): Promise<Outcome> {
    const reason = await this.options.guard?.refusal(operation, toRun, this.client);
    return reason === undefined ? this.call(operation, toRun) : { kind: 'inexpressible', reason };
  }

  async forget(): Promise<void> {
    await this.tap.take();
  }

  markChanged(): void {
    this.checkOpen();
    this.tap.changes.mark();
  }

  restoreState(): Promise<void> {
    return this.initialState.restore();
  }

  /** Throws if the lane is closed. Otherwise, the driver could start a process that is never stopped. */
  private checkOpen(): void {
    this.options.watch?.check();
    if (this.closed)
      throw new ParityError('lane-closed', `${this.options.surface} was stopped`, 'Run the check again.');
  }

  /** Makes the preceding calls of a case on the surface, without judging them, and then runs the case. */
  async runAfter(operation: Operation, toRun: Case): Promise<Observation> {
    if (toRun.sequence === true) return this.run(operation, toRun);
    for (const prior of toRun.precedingCalls ?? []) {
      await this.run(calledOperation(this.options.contract, prior), prior);
    }
    return this.run(operation, toRun);
  }

  /** For each operation that reads the state, the places at which two resets restored different values. */
  get unequalResets(): ReadonlyMap<OperationId, ReadonlySet<string>> {
    return this.probe?.unequal ?? new Map();
  }

  /** Returns the output that the service and the surface have written since the previous call of `takeLogs`. */
  takeLogs(): { readonly service: string; readonly surface: string } {
    return { service: this.backend.takeLog?.() ?? '', surface: this.session.takeLog?.() ?? '' };
  }

  call(operation: Operation, toRun: Case, timeoutMs?: number): Promise<Outcome> {
    const { input, gate, gateWay, bodyWay, misuse } = toRun;
    const raw = toRun.raw && rawRequest(operation, toRun, this.options);
    if (raw !== undefined && this.options.driver.sendsRaw !== true)
      return Promise.resolve({ kind: 'inexpressible', reason: 'only the harness itself can send this request' });
    if (misuse !== undefined && this.options.driver.misuses?.has(misuse) !== true)
      return Promise.resolve({ kind: 'inexpressible', reason: 'the surface has no way to make this call' });
    const { kind, name } = toRun.provenance;
    const isRepeated = kind === 'fault' && NETWORK_FAULTS.get(name)?.isRepeated;
    return this.timed(operation, {
      operation,
      input,
      token: this.tokenFor(operation, toRun),
      gate,
      ...(gateWay && { gateWay }),
      ...(bodyWay && { bodyWay }),
      ...(misuse && { misuse }),
      ...(raw && { raw }),
      ...(isRepeated === true && { isRepeated }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
  }

  private async timed(operation: Operation, call: Call): Promise<Outcome> {
    const began = performance.now();
    try {
      return await this.session.run(call);
    } finally {
      this.options.called?.(this.options.surface, operation.id, performance.now() - began);
    }
  }

  /** Asks the session what the surface offers. Discards the requests that the surface sends meanwhile. */
  async asked<T>(ask: (session: DriverSession) => Promise<T>): Promise<T> {
    try {
      return await untilStopped(this.options.signal, () => ask(this.session));
    } finally {
      await this.tap.take();
    }
  }

  /** Closes the surface, the tap and the backend in this order. After a stop, closes them concurrently. */
  async close(): Promise<void> {
    this.closed = true;
    const { signal } = this.options;
    const ended = Promise.all([closed(signal, this.session.stop()), closed(signal, this.sequences.close())]);
    if (signal?.aborted !== true) await ended;
    await Promise.all([ended, closed(signal, this.tap.close()), closed(signal, this.backend.stop())]);
  }

  private tokenFor(operation: Operation, { token }: Case): string | undefined {
    if (token === 'missing' || (token === 'configured' && !hasCredentials(operation, this.options))) return undefined;
    return token === 'wrong' ? WRONG_TOKEN : operationToken(operation, this.options);
  }
}
