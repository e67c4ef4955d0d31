import type { BodyWay } from './body-way.js';
import type { LinkedPages, NumberedPages, PagesAfterElement } from './page-kinds.js';
import type { GateWay } from './gate-way.js';
import type { Json, JsonObject } from './json/json.js';
import type { OperationId } from './operation.js';

/**
 * One input for one operation, independent of any surface. An omitted argument is a missing key; this differs from
 * `null`. If `body` is missing, no body is sent; `body: null` sends the four bytes `null`.
 */
export interface CaseInput {
  readonly path?: JsonObject;
  readonly query?: JsonObject;
  readonly header?: JsonObject;
  readonly cookie?: JsonObject;
  readonly body?: Json;
  /** A documented media type of the request body. If omitted, the first documented media type is used. */
  readonly mediaType?: string;
}

export type CaseLocation = 'path' | 'query' | 'header' | 'cookie' | 'body';

/** Why and how a case was made. `name` distinguishes cases of the same kind, such as two boundary cases. */
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

/** The required result of a case. Its input counts as valid if the values that a server decodes from it are valid. */
export type Expectation =
  /** The status is a documented 2xx. */
  | { readonly kind: 'accepted' }
  /**
   * The status is a documented 2xx. A documented 404 is also permitted, because the item that the input identifies may
   * not exist.
   */
  | { readonly kind: 'accepted-or-absent' }
  /** The status is 404, because no item has the identifier in the request. The identifier is well-formed. */
  | { readonly kind: 'absent' }
  /**
   * The status is a 4xx other than 401 and 404, or the client refuses to send the input. The input breaks only the
   * constraint `keyword` at `pointer`.
   */
  | { readonly kind: 'rejected'; readonly keyword: string; readonly pointer: string }
  /** The status is 401. */
  | { readonly kind: 'unauthenticated' }
  /**
   * The service must refuse the request: with `status` if it is set, otherwise with any 4xx except 401. The contract
   * does not describe requests of this kind.
   */
  | { readonly kind: 'refused'; readonly status?: number }
  /**
   * Any status below 500 is allowed. Used if neither the contract nor HTTP states whether the service must accept the
   * request. Also used for requests with a cursor that the service did not issue.
   */
  | { readonly kind: 'answered' }
  /** No request is sent. The operation has a gate (a person must approve each call), and nobody approved this call. */
  | { readonly kind: 'gated' };

/**
 * The token that a call sends.
 * - `prefix`, `extension`, `other-case`: a changed form of the accepted token.
 * - `other-scheme`: the accepted token with the scheme `Basic`.
 * - `scheme-case`: the accepted token, with its scheme in a different letter case. The case of a scheme has no meaning
 *   (RFC 9110 §11.1).
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
 * How the body of a raw request is sent. `parts`: in two parts, with Content-Length; the second part is sent after the
 * service has read the first part. `chunks`: in chunks, without Content-Length.
 */
export type BodyFraming = 'parts' | 'chunks';

/**
 * The kind of fault in a raw request. Wrong replies to requests with the same kind of fault are reported as one fault
 * of the service. `link` is not a fault: the request has the URI of a link in an earlier reply as its target.
 */
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
  | 'read-only'
  | 'link';

/**
 * Changes to the encoded request of a case. No surface lets its caller send the resulting request, so the harness
 * itself sends it to the service.
 */
export interface RawChange {
  readonly fault: RawFault;
  /** What is unusual about the request, as words after "a request", for example `with a body that ends early`. */
  readonly words: string;
  readonly method?: string;
  readonly target?: string;
  /** Headers to set, by lower-case name; `null` removes a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The body of the request. Each character represents one byte. */
  readonly body?: string;
  /** Number of spaces that are appended to the body. */
  readonly padding?: number;
  readonly framing?: BodyFraming;
}

/**
 * The decision of a person at the gate of an operation (`Operation.gate`). `unanswered`: nobody decides, and the
 * surface has no terminal on which it could ask. `other`: the person approved the gate of a different operation.
 */
export type GateChoice = 'approved' | 'denied' | 'unanswered' | 'other';

/**
 * Wrong uses of a surface.
 * - `unknown-argument`: the call has an argument that the operation does not have.
 * - `word-argument`: the call of a command has a word that belongs to no flag.
 * - `missing-argument`: the call lacks an argument for a path parameter.
 * - `null-argument`: an optional parameter has the value null.
 * - `json-text`: the body is a string with the JSON of a body that the contract permits.
 * - `token-line-end`: the configured token ends with a line break, as if it was read from a file.
 * - `closed-output`: no process reads the output of the program.
 * - `other-url-variable`: a flag sets the base URL, and the environment variable sets a different URL.
 * - `unconfirmed`: the call lacks the words that confirm it, and there is no terminal on which to ask.
 */
export const MISUSES = [
  'unknown-argument',
  'word-argument',
  'missing-argument',
  'null-argument',
  'json-text',
  'token-line-end',
  'closed-output',
  'other-url-variable',
  'unconfirmed',
] as const;
export type Misuse = (typeof MISUSES)[number];

/**
 * A call that is made before the case and creates the item that the case needs. The case runs only if this call
 * succeeds.
 */
export interface PriorCall {
  readonly operation: OperationId;
  readonly input: CaseInput;
}

/** A reply that the harness gives to a case, in place of a service. */
export interface ScriptedReply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as text, sent as UTF-8. If omitted, the reply has no body. */
  readonly body?: string;
  /** Set if each character of `body` represents one byte. */
  readonly bytes?: true;
  /** How the reply breaks the contract; omitted if the contract documents the reply. */
  readonly fault?: string;
}

/**
 * The recording server (the tap) under a host name, for the `Location` of scripted replies. The base URL of a surface
 * has an IP address instead, so a surface must treat this `Location` as a different host.
 */
export const OTHER_HOST = 'http://localhost';

/** An argument whose value is taken from a reply. */
export interface Feed {
  readonly in: 'path' | 'query';
  readonly name: string;
  /**
   * The object parameter that contains `name`, such as `page` in `page[cursor]`. Omitted if `name` is itself a
   * parameter.
   */
  readonly within?: string;
  /** JSON pointer to the value in the body of the reply. */
  readonly pointer: string;
  /** Set if the header `Location` of the reply contains the value. `pointer` is then empty. */
  readonly location?: LocatedValue;
  /** Set if the text at `pointer` is a resource name or a URI that contains the value (AIP-122). */
  readonly resource?: LocatedValue;
}

/** How the identifier of a new resource is read from the URI in `Location` (RFC 9110 §10.2.2). */
export interface LocatedValue {
  /** The path template of the URI. Its last parameter stands for the identifier. */
  readonly path: string;
  readonly type: 'string' | 'integer';
}

/**
 * How the next page of a list is requested: with a value from the current page, by page number or offset, by a link, or
 * with the identifier of the last element.
 */
export type Follow = Feed | NumberedPages | LinkedPages | PagesAfterElement;

/**
 * An argument whose value comes from the reply to an earlier step of the sequence. `step` is the id of the case of this
 * step. With `in: 'body'`, the argument is a member of the body, or of the body's member `within`. With `in: 'header'`,
 * the value is the `ETag` of the reply, and `pointer` is empty. If `raw` sets the header to a text that ends with `, `,
 * the `ETag` is appended to this text.
 */
export interface StepFeed extends Omit<Feed, 'in'> {
  readonly in: Feed['in'] | 'header' | 'body';
  /** Set if the value is deeper in the body, such as in a list: a JSON pointer into the body, in place of `within`. */
  readonly at?: string;
  readonly step: string;
}

/**
 * The `keyword` of a violation: an input has a value that the service did not issue, for a parameter that accepts only
 * issued values, such as cursors. `issued` is not a keyword of JSON Schema.
 */
export const ISSUED = 'issued';

export interface Case {
  /**
   * `<operationId>/<kind of provenance>/<number>`, such as `getItem/boundary/3`. Equal in all runs with the same seed.
   */
  readonly id: string;
  readonly operation: OperationId;
  readonly input: CaseInput;
  readonly provenance: Provenance;
  readonly expect: Expectation;
  readonly token: TokenChoice;
  readonly gate: GateChoice;
  /** How the decision at the gate reaches the surface; only for surfaces with several ways. */
  readonly gateWay?: GateWay;
  /** How the body is passed. Default: as an argument, which is the simplest way on a command line. */
  readonly bodyWay?: BodyWay;
  /**
   * A wrong use of the surface, such as a missing or an unknown argument; only for surfaces that support it. `input`
   * already lacks the missing argument. The driver adds the unknown argument.
   */
  readonly misuse?: Misuse;
  /** Changes to the encoded request; only for surfaces that send raw requests. */
  readonly raw?: RawChange;
  /** Calls before the case. The harness sends them directly to the backend, with its own encoder. */
  readonly setup?: readonly PriorCall[];
  /**
   * Cases that the surface runs before this case, in the same session. They reveal faults that occur only if the
   * surface keeps state between calls.
   */
  readonly precedingCalls?: readonly Case[];
  /** The reply that the harness gives in place of a service; only in the phase `responses`. */
  readonly reply?: ScriptedReply;
  /**
   * Set if the preceding calls and this case are the steps of a sequence. Each step then sees the state that earlier
   * steps left. Without `sequence`, the state is reset before each call.
   */
  readonly sequence?: true;
  /** Arguments that `input` lacks, because replies to earlier steps contain their values. */
  readonly feeds?: readonly StepFeed[];
  /**
   * Path arguments that identify the parent of the item. Their values come from the reply to the earlier step that
   * created the parent.
   */
  readonly within?: readonly StepFeed[];
  /** In a step of a sequence: the surface that makes this call. By default, the surface that makes the last call. */
  readonly surface?: string;
  /**
   * In a step of a sequence: the number of its lane. Steps with the same number run in order; steps with different
   * numbers run concurrently.
   */
  readonly lane?: number;
  /** In the last step: the order in which requests and replies are forwarded, as a list of lane numbers. */
  readonly schedule?: readonly number[];
  /** In a step of a sequence: the time in milliseconds that passes before the call. */
  readonly pauseMs?: number;
  /** How further pages are requested. The call is repeated until there is no next page. */
  readonly follow?: Follow;
}
