import type { Json, JsonObject } from './json/json.js';
import type { OperationId } from './operation.js';

/**
 * One input for one operation. Knows no surface. *Omitted* is an absent key, which is neither `null` nor a value:
 * `body` absent means that no body is sent, `body: null` that the four bytes `null` are.
 */
export interface CaseInput {
  readonly path?: JsonObject;
  readonly query?: JsonObject;
  readonly header?: JsonObject;
  readonly cookie?: JsonObject;
  readonly body?: Json;
  /** Which of the operation's request media types; absent: the first documented one. */
  readonly mediaType?: string;
}

export type CaseLocation = 'path' | 'query' | 'header' | 'cookie' | 'body';

/** Where a case came from; `name` tells siblings of one provenance apart. */
interface Provenance {
  readonly kind: 'example' | 'boundary' | 'valid' | 'invalid' | 'gate' | 'stream' | 'regression';
  readonly name: string;
}

/** What the contract promises for the case, labelled after wire serialisation. */
export type Expectation =
  /** A documented 2xx. */
  | { readonly kind: 'accepted' }
  /** A documented 2xx, or a documented 404 because an identifier in the path, the query or the body need not name anything. */
  | { readonly kind: 'accepted-or-absent' }
  /** 404: a well-formed identifier that names nothing. */
  | { readonly kind: 'absent' }
  /** A 4xx other than 401 and 404 (or a client that refuses to send it); exactly this constraint is broken. */
  | { readonly kind: 'rejected'; readonly keyword: string; readonly pointer: string }
  /** 401. */
  | { readonly kind: 'unauthenticated' }
  /** Nothing on the wire: the human gate was not opened. */
  | { readonly kind: 'gated' };

export type TokenChoice = 'configured' | 'missing' | 'wrong';
/** `unanswered`: no decision and no terminal; `other`: another operation's gate was approved. */
export type GateChoice = 'approved' | 'denied' | 'unanswered' | 'other';

/** How a surface that takes a body in several ways is given it, other than by the simplest one. */
export type BodyWay = 'standard-input' | 'file';

/** A call that is made before a case's own, so that there is something to call about. It has succeeded, or the case is not run. */
export interface PriorCall {
  readonly operation: OperationId;
  readonly input: CaseInput;
}

export interface Case {
  /** Stable within a seed: `<operationId>/<provenance kind>/<n>`. */
  readonly id: string;
  readonly operation: OperationId;
  readonly input: CaseInput;
  readonly provenance: Provenance;
  readonly expect: Expectation;
  readonly token: TokenChoice;
  readonly gate: GateChoice;
  /** Absent: the simplest way of the surface, which on a command line is an argument. */
  readonly bodyWay?: BodyWay;
  /** Made by the harness itself, not by the surface: with its own encoder, straight at the backend. */
  readonly setup?: readonly PriorCall[];
  /** Performed before it by the surface itself, in the same session: what is kept of them is what shows. */
  readonly precedingCalls?: readonly Case[];
}
