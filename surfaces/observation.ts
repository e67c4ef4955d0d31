import type { Case } from '../contract/case.js';
import type { Json } from '../contract/json/json.js';
import type { OperationId } from '../contract/operation.js';
import type { Exchange, WireResponse } from './exchange.js';
import type { Outcome } from './outcome.js';

/** The name of a surface: `rest`, `sdk_typescript`, `cli`, `mcp`, or a name that the user chose. */
export type SurfaceId = string;

/** What a surface states about itself when it is started. */
export interface SurfaceDescription {
  readonly name: string;
  readonly language?: string;
  readonly version?: string;
}

/**
 * What the caller of a surface can observe. `events`: it returns the events of a stream one by one; a surface that
 * returns the stream as one text has a `value`. `event-values`: events have the value of data that the contract states
 * to be JSON. `schemas`: it declares its own schemas, against which each call is validated. `arguments`: it shows
 * whether a call changes the arguments of its caller. `reply`: it returns each reply unchanged, and its caller compares
 * the reply with the contract. `markup`: it shows replies on a page, which could parse strings as HTML.
 * `transport-error`: it exports the error class that the failure table names for failed connections.
 */
export type Observable =
  | 'status'
  | 'value'
  | 'problem'
  | 'events'
  | 'event-values'
  | 'schemas'
  | 'arguments'
  | 'reply'
  | 'markup'
  | 'transport-error';

/** One case that ran on one surface: what the caller saw, and which HTTP requests and responses were recorded. */
export interface Observation {
  readonly surface: SurfaceId;
  readonly case: Case;
  readonly outcome: Outcome;
  readonly exchanges: readonly Exchange[];
  /** The replies to the setup calls of the case. Omitted if the case has no setup calls. */
  readonly setupReplies?: readonly WireResponse[];
  /** The items of the service before and after a call that was refused. Set only if they were read. */
  readonly kept?: KeptState;
  /**
   * The further pages of a list. Each page was requested with the link in the page before it, as the contract
   * documents. Set only if the pages were read.
   */
  readonly pages?: readonly WireResponse[];
  /** The reply for the URL in the `Location` header of a 201. Set only if this URL was requested. */
  readonly located?: LocatedResource;
  /**
   * The outcomes of the same call without the network fault of the case, for comparison. Set only if the case has a
   * network fault.
   */
  readonly undisturbed?: UndisturbedCalls;
  /**
   * The observations of the earlier steps of a sequence, in order. Values that a step took from an earlier reply are
   * already in its case.
   */
  readonly earlier?: readonly Observation[];
  /**
   * For comparison: the observations of all steps when they ran one after another. Set only for the last step of
   * concurrent calls.
   */
  readonly apart?: readonly Observation[];
  /**
   * Set if a create returns an item that already exists: the identifier is the same as in an earlier reply, and the
   * status is not 201.
   */
  readonly isEarlierItem?: true;
  /** The observations of the further pages that the surface requested by itself, in order. */
  readonly followed?: readonly Observation[];
}

/** The outcomes of a call without its network fault, on the same surface and in the same session. */
export interface UndisturbedCalls {
  readonly before: Outcome;
  /** The number of requests that the call sends without the fault. */
  readonly requests: number;
  /** The outcome of the call, repeated directly after the fault. Omitted if the call before the fault failed. */
  readonly after?: Outcome;
  /**
   * The outcome of the call while the service refuses connections. Set only if the fault caused an error that a caller
   * can catch.
   */
  readonly refused?: Outcome;
}

/** The reply to a GET request for the URL in a `Location` header. */
export interface LocatedResource {
  readonly target: string;
  readonly status: number;
  /**
   * True if `Location` is the URI to which the create request was sent, which is the collection and not the new
   * resource.
   */
  readonly isCollection: boolean;
  /** The base path of the service. Set only if `Location` is not below this path. */
  readonly outside?: string;
  /** Set if `Location` has the host of the service but not its port. */
  readonly lacksPort?: true;
  /** The JSON of the reply. Set only if the reply is a success and is small enough to be kept. */
  readonly value?: Json;
}

/**
 * The pages of one collection before and after a call. They were read directly from the service and not through the
 * surface.
 */
export interface KeptState {
  readonly reader: OperationId;
  readonly before: readonly string[];
  readonly after: readonly string[];
}
