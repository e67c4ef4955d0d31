import type { Case } from '../contract/case.js';
import type { OperationId } from '../contract/operation.js';
import type { Exchange, WireResponse } from './exchange.js';
import type { Outcome } from './outcome.js';

/** `rest`, `sdk_typescript`, `cli`, `mcp`, or a name that the user chose. */
export type SurfaceId = string;

/** One case run on one surface: what its caller saw and what its tap recorded. */
export interface Observation {
  readonly surface: SurfaceId;
  readonly case: Case;
  readonly outcome: Outcome;
  readonly exchanges: readonly Exchange[];
  /** The replies to the setup calls of the case; omitted without setup calls. */
  readonly setupReplies?: readonly WireResponse[];
  /** The state of the service before and after a refused call. Set only if the state was read. */
  readonly kept?: KeptState;
  /** The pages after the reply, which are found by the link that the contract documents. Set only if they were read. */
  readonly pages?: readonly WireResponse[];
  /** The target of the header `Location` of a 201. Set only if it was requested. */
  readonly located?: LocatedResource;
  /** Calls without the network fault of the case. Set only if the case has a network fault. */
  readonly undisturbed?: UndisturbedCalls;
  /** The observations of the earlier steps of a sequence, in order. Their cases contain the values that were fed. */
  readonly earlier?: readonly Observation[];
  /** The observations of the same steps, run one after another. Set only for the last step of concurrent calls. */
  readonly apart?: readonly Observation[];
  /** The further pages that the surface requested, in order. */
  readonly followed?: readonly Observation[];
}

/** The outcomes of the same call without the fault, on the same surface and in the same session. */
export interface UndisturbedCalls {
  readonly before: Outcome;
  /** Number of requests of the call. */
  readonly requests: number;
  /** The outcome of the call directly after the fault; omitted if the call before the fault was not a success. */
  readonly after?: Outcome;
  /**
   * The outcome while the service refuses connections. Set only if the fault ended in an error that a caller can catch.
   */
  readonly refused?: Outcome;
}

/** The reply to a GET of a `Location`. */
export interface LocatedResource {
  readonly target: string;
  readonly status: number;
  /** Whether `Location` is the URI to which the creating request was sent. */
  readonly isCollection: boolean;
  /** The base path of the service. Set only if `Location` is not below this path. */
  readonly outside?: string;
}

/** The pages of one collection before and after a call, read directly from the service. */
export interface KeptState {
  readonly reader: OperationId;
  readonly before: readonly string[];
  readonly after: readonly string[];
}
