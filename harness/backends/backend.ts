import type { Case } from '../../contract/case.js';
import type { BackendKind } from '../../rules/rule.js';
import type { Responder } from '../tap/tap.js';

/** A source of replies to the surfaces' requests: a service, a mock or a script. */
export interface Backend {
  readonly kind: BackendKind;
  /** True if each lane has its own state, which can be reset. Only then are replies of different lanes compared. */
  readonly isolated: boolean;
  /** Patterns of the contract that a started backend does not enforce, because matching them could hang it. */
  readonly unenforced?: () => readonly string[];
  /** The resets of all instances so far. */
  readonly resets?: () => ResetCosts;
  /**
   * Starts an instance for a lane. Rejects with a `ParityError` if the backend does not start, and when the signal
   * aborts.
   */
  start(signal?: AbortSignal): Promise<BackendInstance>;
}

/** Number and duration of resets. Lanes reset their services in parallel. */
export interface ResetCosts {
  readonly count: number;
  readonly durationMs: number;
}

export function totalResets(all: readonly ResetCosts[]): ResetCosts {
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    durationMs: Math.round(all.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  };
}

export interface BackendInstance {
  readonly respond: Responder;
  /** True if `respond` sends requests over a connection and reports the written bytes (see `Passing`). */
  readonly writes?: true;
  /** Path of the base URL, below which all requests are sent. */
  readonly basePath?: string;
  /** Called before each case, so that a scripted backend can choose the case's script. */
  prepare?(toRun: Case): void | Promise<void>;
  /** Returns the end of the standard output and standard error of the service since the last call. */
  takeLog?(): string;
  /** Returns the service to the state after its start. */
  reset?(): Promise<void>;
  /** Ends every process and closes every socket. Idempotent. */
  stop(): Promise<void>;
}

/** Makes the replies to the cases of one scripted phase, for one lane. */
export interface Script {
  /** Selects the reply to the next case. */
  readonly prepare: (toRun: Case) => void;
  readonly respond: Responder;
}
