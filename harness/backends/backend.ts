import type { Case } from '../../contract/case.js';
import type { BackendKind } from '../../rules/rule.js';
import type { Responder } from '../tap/tap.js';

/** What answers the surfaces. */
export interface Backend {
  readonly kind: BackendKind;
  /** Whether each lane has a state of its own that can be reset: only then can replies of different lanes be compared. */
  readonly isolated: boolean;
  /** Patterns of the contract that it does not enforce, once it is started: they could hang it. */
  readonly unenforced?: () => readonly string[];
  /** Once a lane. Rejects with a `ParityError` that names what could not be started; gives up when the signal aborts. */
  start(signal?: AbortSignal): Promise<BackendInstance>;
}

export interface BackendInstance {
  readonly respond: Responder;
  /** Told of each case before it is run: what answers from a script has one for each. */
  prepare?(toRun: Case): void | Promise<void>;
  /** Takes what the service wrote to its standard output and standard error since the last take. Bounded. */
  takeLog?(): string;
  /** Back to the state after the start. */
  reset?(): Promise<void>;
  /** Idempotent; leaves no process and no socket. */
  stop(): Promise<void>;
}
