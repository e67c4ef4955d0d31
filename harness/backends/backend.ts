import type { Case } from '../../contract/case.js';
import type { BackendKind } from '../../rules/rule.js';
import type { Responder } from '../tap/tap.js';

/** A source of replies to the requests of the surfaces: a service, a mock or a script. */
export interface Backend {
  readonly kind: BackendKind;
  /**
   * True if each parallel lane has its own server state, which can be reset. Only then are the replies of different
   * lanes compared.
   */
  readonly isolated: boolean;
  /**
   * Set if the service was already running before the check and is never reset. It may then contain items of other
   * users.
   */
  readonly hasOthersItems?: true;
  /**
   * Returns the regular expressions of the contract that a started backend does not enforce. It does not enforce them,
   * because matching them could hang it.
   */
  readonly unenforced?: () => readonly string[];
  /** Returns the number and duration of all resets so far, over all instances of the backend. */
  readonly resets?: () => ResetCosts;
  /**
   * Starts an instance for one parallel lane. Rejects with a `ParityError` if the backend does not start or the signal
   * aborts.
   */
  start(signal?: AbortSignal): Promise<BackendInstance>;
}

/**
 * The number and total duration of resets. The total may be longer than the elapsed time, because parallel lanes reset
 * their services at the same time.
 */
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
  /** The origin of the base URL without its port. Omitted if the base URL has the default port. */
  readonly originWithoutPort?: string;
  /** Called before each case. A scripted backend uses the call to choose the replies to the case. */
  prepare?(toRun: Case): void | Promise<void>;
  /**
   * Returns the output that the service has written to standard output and standard error since the last call. If the
   * output is long, only its end is returned.
   */
  takeLog?(): string;
  /** Returns the service to its initial state. */
  reset?(): Promise<void>;
  /** Ends every process and closes every socket. Idempotent. */
  stop(): Promise<void>;
}

/** Makes the scripted replies to the cases of one phase. Each parallel lane has its own script. */
export interface Script {
  /** Selects the reply to the next case. */
  readonly prepare: (toRun: Case) => void;
  readonly respond: Responder;
}
