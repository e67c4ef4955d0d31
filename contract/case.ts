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

/** The origin of a case. `name` distinguishes cases of one kind. */
interface Provenance {
  readonly kind:
    | 'example'
    | 'boundary'
    | 'valid'
    | 'invalid'
    | 'gate'
    | 'stream'
    | 'response'
    | 'fault'
    | 'sequence'
    | 'regression';
  readonly name: string;
}

/** What the contract promises for the case. The input is judged as it is written on the wire. */
export type Expectation =
  /** A documented 2xx. */
  | { readonly kind: 'accepted' }
  /** A documented 2xx, or a documented 404: an identifier in the path, query or body may belong to no existing item. */
  | { readonly kind: 'accepted-or-absent' }
  /** 404, because a well-formed identifier names no item. */
  | { readonly kind: 'absent' }
  /** A 4xx other than 401 and 404, or a client that refuses to send the input. Exactly this constraint is broken. */
  | { readonly kind: 'rejected'; readonly keyword: string; readonly pointer: string }
  /** 401. */
  | { readonly kind: 'unauthenticated' }
  /** A 4xx other than 401, or exactly `status` if it is set. The contract does not describe this kind of request. */
  | { readonly kind: 'refused'; readonly status?: number }
  /**
   * Any status below 500. Neither the contract nor HTTP states whether the request is accepted, or the request has a
   * cursor that the service did not issue.
   */
  | { readonly kind: 'answered' }
  /** Nothing on the wire: the human gate was not opened. */
  | { readonly kind: 'gated' };

/**
 * The token of a call. `prefix`, `extension`, `other-case`: changed forms of the accepted token. `other-scheme`: the
 * accepted token with the scheme `Basic`. `scheme-case`: the accepted token with the name of its scheme in a different
 * letter case, which has the same meaning (RFC 9110 §11.1).
 */
export const TOKEN_CHOICES = [
  'configured',
  'missing',
  'wrong',
  'empty',
  'prefix',
  'extension',
  'other-case',
  'other-scheme',
  'scheme-case',
] as const;
export type TokenChoice = (typeof TOKEN_CHOICES)[number];

/**
 * `parts`: with Content-Length; the second part is sent when the service has read the first part. `chunks`: without
 * Content-Length.
 */
export type BodyFraming = 'parts' | 'chunks';

/** What is wrong with a raw request. All refusals of one fault are grouped as one cause. */
export type RawFault =
  | 'token'
  | 'malformed-json'
  | 'encoding'
  | 'framing'
  | 'media-type'
  | 'size'
  | 'method'
  | 'accept'
  | 'route'
  | 'query'
  | 'order'
  | 'condition'
  | 'read-only';

/**
 * Changes to the encoded request of a case. No caller of a surface can make the resulting request, so the harness
 * itself sends it to the service.
 */
export interface RawChange {
  readonly fault: RawFault;
  /** Completes the phrase "a request …": `with a body that ends early`. */
  readonly words: string;
  readonly method?: string;
  readonly target?: string;
  /** Headers to set, by lower-case name; `null` removes a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Each character is one byte. */
  readonly body?: string;
  /** Number of spaces after the body. */
  readonly padding?: number;
  readonly framing?: BodyFraming;
}

/** `unanswered`: no decision, and no terminal to ask. `other`: the gate of a different operation was approved. */
export type GateChoice = 'approved' | 'denied' | 'unanswered' | 'other';

/**
 * How a command line receives the decision at a gate. By default, a flag approves and a variable denies.
 * - `list`: a variable that approves several gates.
 * - `flag-over-variable`, `variable-over-flag`: the first denies, the second approves.
 * - `terminal-end`: the input of the terminal ends. `piped-answer`: `y` on a standard input that is not a terminal.
 * - `prefix`, `extension`, `wildcard`, `other-case`: approvals of names that resemble the gate's name.
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
  'other-case',
] as const;
export type GateWay = (typeof GATE_WAYS)[number];

/**
 * Wrong calls of a surface. `unknown-argument`: with an argument that the operation does not have. `missing-argument`:
 * without an argument for a path parameter. `token-line-end`: with a token that ends with a line break, as if read from
 * a file. `closed-output`: nothing reads the output. `other-url-variable`: a flag has the base URL, and the environment
 * variable has a different one.
 */
export const MISUSES = [
  'unknown-argument',
  'missing-argument',
  'token-line-end',
  'closed-output',
  'other-url-variable',
] as const;
export type Misuse = (typeof MISUSES)[number];

/**
 * A way to pass a body to a surface that accepts a body in several ways. The simplest way is the default, and not
 * listed.
 */
export type BodyWay = 'standard-input' | 'file';

/** A call that creates the item to which the case refers. The case runs only if this call succeeds. */
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
  /** Each character of the body is one byte. */
  readonly bytes?: true;
  /** How the reply breaks the contract; absent if the contract documents the reply. */
  readonly fault?: string;
}

/** An argument whose value comes from a reply. */
export interface Feed {
  readonly in: 'path' | 'query';
  readonly name: string;
  /** JSON pointer into the body of the reply. */
  readonly pointer: string;
  /** Set if the header `Location` of the reply contains the value. `pointer` is then empty. */
  readonly location?: LocatedValue;
}

/** The identifier of a new resource, as a segment of the URI in `Location` (RFC 9110 §10.2.2). */
export interface LocatedValue {
  /** The path template of the URI. Its last parameter is the identifier. */
  readonly path: string;
  readonly type: 'string' | 'integer';
}

/** Paging by number: the argument is a page number, or the number of earlier elements. An empty page ends the list. */
export interface NumberedPages {
  readonly by: 'page' | 'offset';
  readonly name: string;
  /** The value of the argument for the first page. */
  readonly first: number;
  /** Pointer to the list in a reply. */
  readonly elements: string;
}

/** Paging by the URI of the next page: in the body, or in the header `Link` (RFC 8288). */
export interface LinkedPages {
  readonly by: 'link';
  /** JSON pointer to the URI in the body of the reply; omitted if the URI is in the header. */
  readonly pointer?: string;
}

/** How the next page of a list is requested: with a value from the current page, by number, or by a link. */
export type Follow = Feed | NumberedPages | LinkedPages;

/**
 * An argument with a value from the reply to an earlier step of the sequence; `step` is the id of that case. A header
 * gets the `ETag` of the reply, and its `pointer` is empty. If the raw change of the case sets the header to a text
 * that ends with `, `, the `ETag` is appended to this text.
 */
export interface StepFeed extends Omit<Feed, 'in'> {
  readonly in: Feed['in'] | 'header';
  readonly step: string;
}

/** The keyword of an invalid input whose value was not issued by the service, as the contract requires. */
export const ISSUED = 'issued';

export interface Case {
  /** Stable within a seed: `<operationId>/<provenance kind>/<n>`. */
  readonly id: string;
  readonly operation: OperationId;
  readonly input: CaseInput;
  readonly provenance: Provenance;
  readonly expect: Expectation;
  readonly token: TokenChoice;
  readonly gate: GateChoice;
  /** How the decision at the gate is passed; only for surfaces with several ways. */
  readonly gateWay?: GateWay;
  /** How the body is passed. Default: the simplest way, which is an argument on a command line. */
  readonly bodyWay?: BodyWay;
  /**
   * A wrong use of the surface, such as a missing or an unknown argument; only for surfaces that support it. `input`
   * already lacks the missing argument. The driver adds the unknown one.
   */
  readonly misuse?: Misuse;
  /** Changes to the encoded request; only for surfaces that send raw requests. */
  readonly raw?: RawChange;
  /** Calls that the harness makes itself, with its own encoder and directly to the backend. */
  readonly setup?: readonly PriorCall[];
  /**
   * Cases that the surface runs earlier in the same session. They reveal state that the surface keeps between calls.
   */
  readonly precedingCalls?: readonly Case[];
  /** The reply of the harness; only in the phase `responses`. */
  readonly reply?: ScriptedReply;
  /**
   * The preceding calls and this case are the steps of a sequence: each step sees the state that the earlier steps
   * left. In other cases, the state is reset before each call.
   */
  readonly sequence?: true;
  /** Arguments that `input` lacks, because replies to earlier steps contain their values. */
  readonly feeds?: readonly StepFeed[];
  /**
   * Path arguments that identify the parent of the item, with values as in `feeds`. An earlier step created the parent.
   */
  readonly within?: readonly StepFeed[];
  /** In a step of a sequence: the surface that makes this call. By default, the surface that makes the last call. */
  readonly surface?: string;
  /**
   * In a step of a sequence: steps with different lane numbers run concurrently, steps with the same number one after
   * another.
   */
  readonly lane?: number;
  /** In the last step: the order in which the tap passes requests and replies, as a list of lane numbers. */
  readonly schedule?: readonly number[];
  /** How further pages are requested. The call is repeated until there is no next page. */
  readonly follow?: Follow;
}
