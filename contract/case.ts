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
  /** A 4xx other than 401, or exactly this status: the request is not one of the contract. */
  | { readonly kind: 'refused'; readonly status?: number }
  /**
   * Any reply below 500: neither the contract nor HTTP states whether the request is accepted, or it has a cursor that
   * the service did not issue.
   */
  | { readonly kind: 'answered' }
  /** Nothing on the wire: the human gate was not opened. */
  | { readonly kind: 'gated' };

/**
 * `prefix`, `extension`, `other-case`: changed forms of the accepted token. `other-scheme`: the accepted token with the
 * scheme `Basic`; `scheme-case`: with the name of its scheme in other letters, which changes nothing (RFC 9110 §11.1).
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

/** `parts`: with its length, and the second part after the service has read the first. `chunks`: without its length. */
export type BodyFraming = 'parts' | 'chunks';

/** What is wrong with a raw request. Refusals of one fault have one cause. */
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
  | 'condition';

/**
 * Changes to the encoded request of a case. The result is a request that no caller of a surface can make, so the harness
 * sends it itself, to the service.
 */
export interface RawChange {
  readonly fault: RawFault;
  /** Describes the request, after "a request": `with a body that ends early`. */
  readonly words: string;
  readonly method?: string;
  readonly target?: string;
  /** By lower-case name; `null` removes the header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** One character for each byte. */
  readonly body?: string;
  /** Spaces after the body. */
  readonly padding?: number;
  readonly framing?: BodyFraming;
}

/** `unanswered`: no decision and no terminal. `other`: the gate of a different operation was approved. */
export type GateChoice = 'approved' | 'denied' | 'unanswered' | 'other';

/**
 * How the decision at a gate is passed to a command line. Without one, an approval is passed by flag and a denial by
 * variable. `list`: among other gates in a variable. `-over-`: a denial by the first, with an approval by the second.
 * `terminal-end`: the input of the terminal ends. `piped-answer`: `y` on standard input, not a terminal. `prefix`,
 * `extension`, `wildcard`, `other-case`: approvals of names that resemble the gate's.
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
 * How a call differs from every input of its operation: by an argument that it does not have, or without one in the path.
 * `token-line-end`: its token ends with a line end, as that of a file. `closed-output`: nothing reads its output.
 * `other-url-variable`: its base URL is a flag, and its variable has another one.
 */
export const MISUSES = [
  'unknown-argument',
  'missing-argument',
  'token-line-end',
  'closed-output',
  'other-url-variable',
] as const;
export type Misuse = (typeof MISUSES)[number];

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

/** An argument whose value comes from a reply. */
export interface Feed {
  readonly in: 'path' | 'query';
  readonly name: string;
  /** JSON pointer into the body of the reply. */
  readonly pointer: string;
}

/** The argument is the number of the page, or of the elements before it. A page without elements is the last. */
export interface NumberedPages {
  readonly by: 'page' | 'offset';
  readonly name: string;
  /** Its value for the first page. */
  readonly first: number;
  /** Pointer to the list in a reply. */
  readonly elements: string;
}

/** The header `Link` of a page has the URI of the next one (RFC 8288). */
interface LinkedPages {
  readonly by: 'link';
}

/** How the next page of a list is requested: by a value of the page before, or in another way. */
export type Follow = Feed | NumberedPages | LinkedPages;

/**
 * An argument whose value comes from the reply to an earlier step of the sequence, named by the id of its case. A header
 * gets the `ETag` of that reply, after a text with `, ` at its end that a raw change states; its pointer is empty.
 */
export interface StepFeed extends Omit<Feed, 'in'> {
  readonly in: Feed['in'] | 'header';
  readonly step: string;
}

/** The keyword of an input whose value the service did not issue, although the contract requires that. */
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
  /** Only for surfaces that take decisions in several ways. */
  readonly gateWay?: GateWay;
  /** If absent, the simplest way of the surface is used; on a command line that is an argument. */
  readonly bodyWay?: BodyWay;
  /** Only for surfaces that can be called so. `input` lacks the missing argument; the driver adds an unknown one. */
  readonly misuse?: Misuse;
  /** Only for surfaces that send raw requests. */
  readonly raw?: RawChange;
  /** Calls that the harness makes itself, with its own encoder and directly to the backend. */
  readonly setup?: readonly PriorCall[];
  /**
   * Cases that the surface runs before this one in the same session. They reveal state that the surface keeps between
   * calls.
   */
  readonly precedingCalls?: readonly Case[];
  /** Only in the phase `responses`. */
  readonly reply?: ScriptedReply;
  /**
   * The preceding calls and this case are the steps of a sequence: each sees the state that the steps before it left.
   * Without it, the state is reset before each call.
   */
  readonly sequence?: true;
  /** Arguments that `input` lacks, because replies to earlier steps contain their values. */
  readonly feeds?: readonly StepFeed[];
  /** As `feeds`, for the arguments of the path that name what the item is below, which an earlier step created. */
  readonly within?: readonly StepFeed[];
  /** In a step of a sequence: the surface that makes this call, if it is not the one that makes the last call. */
  readonly surface?: string;
  /** In a step of a sequence: steps with different numbers run concurrently, and those with one number in order. */
  readonly lane?: number;
  /** In the last step: the order in which requests and replies of the lanes pass, by the number of the lane. */
  readonly schedule?: readonly number[];
  /** Further pages: the call is repeated with the arguments for the next page, until there is none. */
  readonly follow?: Follow;
}
