import type { BodyWay, CaseInput, GateChoice, GateWay, Misuse } from '../contract/case.js';
import type { Contract } from '../contract/contract.js';
import type { RequestMessage } from '../contract/wire/message.js';
import type { Operation, OperationId } from '../contract/operation.js';
import type { HttpReply } from './http/http-exchange.js';
import type { SurfaceId } from './observation.js';
import type { Outcome } from './outcome.js';

/** Runs cases on one surface. Every driver passes the shared driver suite. */
export interface Driver {
  /** Whether this surface asks a person for approval at human gates. The gate phase runs only on such surfaces. */
  readonly gates: boolean;
  /** The ways in which the surface takes a decision at a gate, besides the default way. */
  readonly gateWays?: ReadonlySet<GateWay>;
  /** The surface can send the raw request of a call in place of the request for its input. */
  readonly sendsRaw?: true;
  /** The ways in which the surface can misuse an operation, for example with an unknown argument. */
  readonly misuses?: ReadonlySet<Misuse>;
  /** The driver passes the time limit to the surface, which ends a call that exceeds it. */
  readonly limitsCalls?: true;
  /** A user of the surface can start a call again while it runs, and then sees only the outcome of the second call. */
  readonly repeatsCalls?: true;
  /**
   * How the surface makes concurrent calls: `calls` in one session, or one call in each of several `sessions`. Other
   * surfaces run no concurrent calls.
   */
  readonly atOnce?: 'calls' | 'sessions';
  /**
   * Calls in their order, as a user of the surface writes them in the folder of the configuration; `undefined` if they
   * have no short form. The text reads the base URL from the environment variable `BASE_URL`, and the credential from
   * the variable that `token` of the call names.
   */
  callText?(calls: readonly WrittenCall[], context: CallTextContext): CallText | undefined;
  /**
   * Starts the resources that all sessions share, and keeps them until the returned function is called. Sessions report
   * failures. `root`: see `DriverContext`.
   */
  hold?(root: string): () => Promise<void>;
  /** Rejects with a `ParityError` (code `surface-unavailable`) when the surface cannot be started. */
  start(context: DriverContext): Promise<DriverSession>;
}

/** One call in a text of one or more calls. */
export interface WrittenCall extends Call {
  readonly taken: readonly TakenValue[];
}

/** A value of an input that comes from the reply to an earlier call of the text. */
export interface TakenValue {
  /** The text that stands for the value: `parity-value-<number>-`. The calls contain it nowhere else. */
  readonly mark: string;
  /** Counted from 1. Equal places of one reply have the same number in all calls of the text. */
  readonly number: number;
  /** Index of the earlier call. */
  readonly call: number;
  readonly place: Place | HeaderPlace;
}

/**
 * A value in a header of a reply: the `ETag`, or a segment of the path of the `Location`, counted from the end (the last
 * is 0).
 */
export type HeaderPlace = 'etag' | `location-${number}`;

/** The member names and array indexes that lead from the whole value to a value within it. */
export type Place = readonly (string | number)[];

export interface CallText {
  readonly language: 'sh' | 'typescript' | 'python' | 'json';
  /** One or more calls, with visible characters only, apart from line feeds. */
  readonly text: string;
}

export type CallTextContext = Pick<DriverContext, 'contract' | 'prefix'>;

export interface DriverContext {
  readonly surface: SurfaceId;
  readonly contract: Contract;
  /** Origin of the tap, possibly with a path prefix, without a trailing slash. */
  readonly baseUrl: string;
  /** Base URLs of the other servers of the contract that the surface must call, by their URL in the contract. */
  readonly serverUrls?: ReadonlyMap<string, string>;
  /**
   * Sends a request to the service and records it, without a connection to `baseUrl`. This is for a driver that uses no
   * other HTTP client. Returns `undefined` for a request that must be sent to `baseUrl`. Omitted if every request must
   * be sent there.
   */
  readonly exchange?: (request: RequestMessage, timeoutMs: number) => Promise<HttpReply> | undefined;
  /** The bearer token that the backend accepts. */
  readonly token: string;
  /** Credentials by the name of the security scheme, for schemes that do not use the token. */
  readonly credentials?: ReadonlyMap<string, string>;
  /** Vendor prefix of extensions and environment variables: `svc`. */
  readonly prefix: string;
  readonly timeoutMs: number;
  /** Limit of the kept output of a surface. Default `MAX_BODY_BYTES`. */
  readonly maxBodyBytes?: number;
  /** Operations that are not called because the address of their server is unknown, each with the reason. */
  readonly unserved?: ReadonlyMap<OperationId, string>;
  /** Folder against which relative paths of the configuration are resolved. */
  readonly root: string;
  /** Aborted when the run is interrupted: a start in progress is given up. */
  readonly signal?: AbortSignal;
}

/**
 * What a surface shows besides values. `events`: it returns the events of a stream one by one; a surface that returns
 * only the text of the stream has a `value`. `schemas`: it declares its own schemas, and each call is validated against
 * them. `arguments`: changes that a call makes to the arguments that its caller passed. `reply`: each reply, unchanged;
 * its caller compares it with the contract. `markup`: it shows replies on a page, which could parse their texts as
 * HTML. `transport-error`: it exports the error class of the failure table for failures of the connection.
 */
export type Observable =
  | 'status'
  | 'value'
  | 'problem'
  | 'events'
  | 'schemas'
  | 'arguments'
  | 'reply'
  | 'markup'
  | 'transport-error';

/** One started surface. One lane uses it, with one call at a time unless the driver states `atOnce: calls`. */
export interface DriverSession {
  readonly description: SurfaceDescription;
  /** What the surface shows its caller. Rules compare nothing else of the surface. */
  readonly observes: ReadonlySet<Observable>;
  /** Runs a call. Every failure is an outcome. Rejects only with `surface-dies`, at the limit of restarts. */
  run(call: Call): Promise<Outcome>;
  /**
   * Returns the log since the last call of this method: standard error, or the console of a page. The log is bounded.
   */
  takeLog?(): string;
  /** What the surface offers at run time. */
  inventory(): Promise<readonly InventoryEntry[]>;
  /** Idempotent; leaves no process and no socket. */
  stop(): Promise<void>;
}

export interface SurfaceDescription {
  readonly name: string;
  readonly language?: string;
  readonly version?: string;
}

/** The name of an argument that no operation has, for calls with the misuse `unknown-argument`. */
export const UNKNOWN_ARGUMENT = 'no_such_argument';

export interface Call {
  readonly operation: Operation;
  readonly input: CaseInput;
  /**
   * The credential for the first scheme of the operation; in base64 for HTTP Basic. `undefined`: the call is made
   * without a credential.
   */
  readonly token: string | undefined;
  readonly gate: GateChoice;
  /** One of the driver's `gateWays`; by default the default way of the surface. */
  readonly gateWay?: GateWay;
  /** One of the driver's `misuses`. */
  readonly misuse?: Misuse;
  /** The request to send, with its credentials; only for a driver that `sendsRaw`. */
  readonly raw?: RequestMessage;
  /**
   * Time limit that the surface applies; by default the time limit of the session. The driver always waits as long as
   * the time limit of the session.
   */
  readonly timeoutMs?: number;
  /** The user repeats the call before its reply arrives. Only for a driver that `repeatsCalls`. */
  readonly isRepeated?: true;
  /** How a command line receives the body; by default as an argument. */
  readonly bodyWay?: BodyWay;
}

/** One operation that a surface offers: `GET /items`, `listItems`, `list-items`, `list_items`. */
export interface InventoryEntry {
  /** The name of the operation on the surface. */
  readonly name: string;
  /** Names of the inputs as the surface spells them; omitted if the surface does not list inputs. */
  readonly inputs?: readonly string[];
  /**
   * Members of inputs that are objects, such as `body.name`, and the choices for them: `body.note = null`,
   * `body.source[0].file`. Omitted if the surface does not list them.
   */
  readonly members?: readonly string[];
  /** Visible controls of a form without an accessible name; omitted if the surface has no forms. */
  readonly unnamed?: readonly string[];
  /** The description of a tool; omitted if the surface has no descriptions. */
  readonly description?: string;
  /** Whether a tool is declared to change nothing, so that a host may call it without asking. */
  readonly isReadOnly?: boolean;
  /** The page that a tool names for its results. */
  readonly page?: LinkedPage;
}

/** A page that hosts show (MCP Apps 2026-01-26: `_meta.ui.resourceUri` of a tool), as `resources/read` returns it. */
export interface LinkedPage {
  readonly uri: string;
  readonly reading: PageReading;
}

/** `mediaType`: omitted if the resource states none. */
export type PageReading =
  | { readonly kind: 'read'; readonly mediaType?: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** The media type of a page that hosts show (MCP Apps 2026-01-26, UI Resource Format). */
export const PAGE_MEDIA_TYPE = 'text/html;profile=mcp-app';
/** The capabilities of a client that shows pages (MCP Apps 2026-01-26, Client (Host) Capabilities). */
export const HOST_CAPABILITIES = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [PAGE_MEDIA_TYPE] } } };

/** What a surface should offer according to the contract. */
export interface ExpectedEntry extends InventoryEntry {
  readonly operation: OperationId;
  /**
   * True if the configuration names the operation. Such a surface has its own conventions, and may offer more than the
   * contract.
   */
  readonly isMapped?: true;
}
