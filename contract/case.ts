import type { Json, JsonObject } from './json/json.js';
import type { OperationId } from './operation.js';

/**
 * One input for one operation, independent of any surface. An omitted value is an absent key; it is neither `null` nor
 * a value. If `body` is absent, no body is sent; `body: null` sends the four bytes `null`.
 */
export interface CaseInput {
  readonly path?: JsonObject;
  readonly query?: JsonObject;
  readonly header?: JsonObject;
  readonly cookie?: JsonObject;
  readonly body?: Json;
  /** One of the operation's request media types. If absent, the first documented one is used. */
  readonly mediaType?: string;
}

export type CaseLocation = 'path' | 'query' | 'header' | 'cookie' | 'body';

/** The origin of a case. `name` distinguishes cases of the same kind. */
interface Provenance {
  readonly kind: 'example' | 'boundary' | 'valid' | 'invalid' | 'gate' | 'stream' | 'response' | 'regression';
  readonly name: string;
}

/** What the contract promises for the case, determined after wire serialisation. */
export type Expectation =
  /** A documented 2xx. */
  | { readonly kind: 'accepted' }
  /**
   * A documented 2xx, or a documented 404 because an identifier in the path, the query or the body need not name
   * anything.
   */
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
/** `unanswered`: no decision and no terminal. `other`: the gate of a different operation was approved. */
export type GateChoice = 'approved' | 'denied' | 'unanswered' | 'other';

/**
 * How the decision at a gate is passed to a command line. Without one, an approval is passed by flag and a denial by
 * variable. `list`: among other gates in a variable. `-over-`: a denial by the first, with an approval by the second.
 * `terminal-end`: the input of the terminal ends. `piped-answer`: a `y` on standard input that is no terminal. `prefix`,
 * `extension`, `wildcard`: approvals of names that resemble the gate's.
 */
export const GATE_WAYS = [
  'flag',
  'variable',
  'list',
  'flag-over-variable',
  'variable-over-flag',
  'terminal',
  'terminal-end',
  'ci',
  'piped-answer',
  'prefix',
  'extension',
  'wildcard',
] as const;
export type GateWay = (typeof GATE_WAYS)[number];

/** How the body is passed to a surface that accepts it in several ways, if not in the simplest one. */
export type BodyWay = 'standard-input' | 'file';

/** A call that creates what the case refers to. The case only runs if this call succeeded. */
export interface PriorCall {
  readonly operation: OperationId;
  readonly input: CaseInput;
}

/** A reply that the harness gives to a case, in place of a service. */
export interface ScriptedReply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Sent as UTF-8; if absent, the reply has no body. */
  readonly body?: string;
  /** How the reply breaks the contract; absent if the contract documents the reply. */
  readonly fault?: string;
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
  /** Only for surfaces that take decisions in several ways. */
  readonly gateWay?: GateWay;
  /** If absent, the simplest way of the surface is used; on a command line that is an argument. */
  readonly bodyWay?: BodyWay;
  /** Calls that the harness makes itself, with its own encoder and directly to the backend. */
  readonly setup?: readonly PriorCall[];
  /**
   * Cases that the surface runs before this one in the same session. They reveal state that the surface keeps between
   * calls.
   */
  readonly precedingCalls?: readonly Case[];
  /** Only in the phase `responses`. */
  readonly reply?: ScriptedReply;
}
