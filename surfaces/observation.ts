import type { Case } from '../contract/case.js';
import type { Json } from '../contract/json/json.js';
import type { OperationId } from '../contract/operation.js';
import type { Exchange, WireResponse } from './exchange.js';
import type { Outcome } from './outcome.js';

/** The name of a surface: `rest`, `sdk_typescript`, `cli`, `mcp`, or a name that the user chose. */
export type SurfaceId = string;

/** One case that ran on one surface: what the caller saw and what the tap recorded. */
export interface Observation {
  readonly surface: SurfaceId;
  readonly case: Case;
  readonly outcome: Outcome;
  readonly exchanges: readonly Exchange[];
  /** The replies to the setup calls of the case. Omitted if the case has no setup calls. */
  readonly setupReplies?: readonly WireResponse[];
  /** The state of the service before and after a refused call. Set only if the state was read. */
  readonly kept?: KeptState;
  /**
   * The further pages of a list. They were requested with the link that the contract documents in each reply. Set only
   * if the pages were read.
   */
  readonly pages?: readonly WireResponse[];
  /** The resource that the `Location` header of a 201 names. Set only if it was requested. */
  readonly located?: LocatedResource;
  /** The same call without the network fault of the case. Set only if the case has a network fault. */
  readonly undisturbed?: UndisturbedCalls;
  /**
   * The observations of the earlier steps of a sequence, in order. Their cases contain the values that were taken from
   * earlier replies.
   */
  readonly earlier?: readonly Observation[];
  /**
   * The observations of the same steps when they ran one after another. Set only for the last step of concurrent calls.
   */
  readonly apart?: readonly Observation[];
  /**
   * Set if the reply to a create has the identifier of an item that an earlier create returned, and a status other than
   * 201.
   */
  readonly isEarlierItem?: true;
  /** The observations of further pages that the surface itself requested, in order. */
  readonly followed?: readonly Observation[];
}

/** Outcomes of a call without its network fault, on the same surface and in the same session. */
export interface UndisturbedCalls {
  readonly before: Outcome;
  /** The number of requests that the call sends without the fault. */
  readonly requests: number;
  /** The outcome of the same call directly after the fault. Omitted if the call before the fault failed. */
  readonly after?: Outcome;
  /**
   * The outcome of the same call while the service refuses connections. Set only if the fault caused an error that a
   * caller can catch.
   */
  readonly refused?: Outcome;
}

/** The reply to a GET request for the URL in a `Location` header. */
export interface LocatedResource {
  readonly target: string;
  readonly status: number;
  /** Whether `Location` is the URI to which the request that created the resource was sent. */
  readonly isCollection: boolean;
  /** The base path of the service. Set only if `Location` is not below this path. */
  readonly outside?: string;
  /** Set if `Location` is a URI with the host of the service, but without its port. */
  readonly lacksPort?: true;
  /** The JSON of the reply. Set only if the reply is a success and is small enough to be kept. */
  readonly value?: Json;
}

/** The pages of one collection before and after a call, read directly from the service. */
export interface KeptState {
  readonly reader: OperationId;
  readonly before: readonly string[];
  readonly after: readonly string[];
}
