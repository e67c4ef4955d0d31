import type { BodyWay, CaseInput, GateChoice, Misuse } from '../contract/case.js';
import type { GateWay } from '../contract/gate-way.js';
import type { Contract } from '../contract/contract.js';
import type { Json } from '../contract/json/json.js';
import type { RequestMessage } from '../contract/wire/message.js';
import type { Credentials } from '../contract/wire/request/credentials.js';
import type { Operation, OperationId } from '../contract/operation.js';
import type { HttpReply } from './http/http-exchange.js';
import type { SurfaceId } from './observation.js';
import type { Outcome } from './outcome.js';

/** Runs cases on one surface. Every driver passes the shared driver suite. */
export interface Driver {
  /** Whether the surface asks a person for approval at human gates. Only such surfaces run the gate phase. */
  readonly gates: boolean;
  /** The ways in which the surface accepts the approval or denial of a human gate, besides the default way. */
  readonly gateWays?: ReadonlySet<GateWay>;
  /** True if the surface can send a given raw request in place of the request that it makes from the input. */
  readonly sendsRaw?: true;
  /** The misuses of an operation that the surface can make, such as a call with an unknown argument. */
  readonly misuses?: ReadonlySet<Misuse>;
  /**
   * True if the driver passes the time limit of a call to the surface. The surface then ends a call that exceeds it.
   */
  readonly limitsCalls?: true;
  /** True if the driver reads streams past the terminal event, until the service closes the connection. */
  readonly readsPastEnd?: true;
  /**
   * True if a user of the surface can repeat a call that is still running. The user then sees only the outcome of the
   * second call.
   */
  readonly repeatsCalls?: true;
  /**
   * How the surface makes concurrent calls: several `calls` in one session, or several `sessions` with one call each.
   * If omitted, the surface makes no concurrent calls.
   */
  readonly atOnce?: 'calls' | 'sessions';
  /**
   * Returns the calls, in order, as a user of the surface would write them in the folder of the configuration. Returns
   * `undefined` if the calls have no short form. The text reads the base URL from the environment variable `BASE_URL`.
   * `token` of a call is the name of the variable with its credential.
   */
  callText?(calls: readonly WrittenCall[], context: CallTextContext): CallText | undefined;
  /**
   * Starts the resources that all sessions share. They are kept until the returned function is called. If they cannot
   * be started, each session reports the failure. `root`: see `DriverContext`.
   */
  hold?(root: string): () => Promise<void>;
  /** Rejects with a `ParityError` (code `surface-unavailable`) when the surface cannot be started. */
  start(context: DriverContext): Promise<DriverSession>;
}

/** One of the calls that a text contains. */
export interface WrittenCall extends Call {
  readonly taken: readonly TakenValue[];
}

/** A value in the input of a call that is taken from the reply to an earlier call of the same text. */
export interface TakenValue {
  /** The placeholder for the value in the input: `parity-value-<number>-`. It occurs nowhere else in the calls. */
  readonly mark: string;
  /** The number of the value, from 1. Values from the same place of the same reply have the same number. */
  readonly number: number;
  /** Index of the earlier call whose reply contains the value. */
  readonly call: number;
  readonly place: Place | HeaderPlace;
}

/**
 * A value in a header of a reply: the `ETag`, or one segment of the path of the `Location`. Segments are counted from
 * the end, and the last segment is 0.
 */
export type HeaderPlace = 'etag' | `location-${number}`;

/** The path from a JSON value to a value inside it: member names and array indexes. */
export type Place = readonly (string | number)[];

export interface CallText {
  readonly language: 'sh' | 'typescript' | 'python' | 'json';
  /** One or more calls. The text contains only visible characters and line feeds. */
  readonly text: string;
}

export type CallTextContext = Pick<DriverContext, 'contract' | 'prefix'>;

/** The context of a session. Its credentials are the ones that the backend accepts. */
export interface DriverContext extends Credentials {
  readonly surface: SurfaceId;
  readonly contract: Contract;
  /** Origin of the tap, possibly with a path prefix, without a trailing slash. */
  readonly baseUrl: string;
  /** The base URL of each further server, by its URL in the contract. Requests to the server must use this base URL. */
  readonly serverUrls?: ReadonlyMap<string, string>;
  /**
   * Sends a request to the service without a connection to `baseUrl`, and records the exchange. Only for a driver that
   * sends all its HTTP requests through this function. Returns `undefined` for a request that must be sent to
   * `baseUrl`. Omitted if every request must be sent to `baseUrl`.
   */
  readonly exchange?: (request: RequestMessage, timeoutMs: number) => Promise<HttpReply> | undefined;
  /** The vendor prefix of extensions and environment variables, such as `svc`. */
  readonly prefix: string;
  readonly timeoutMs: number;
  /** The maximum size in bytes of a surface's output that is kept. Default `MAX_BODY_BYTES`. */
  readonly maxBodyBytes?: number;
  /** The operations that are not called because the address of their server is unknown, each with the reason. */
  readonly unserved?: ReadonlyMap<OperationId, string>;
  /** Folder against which relative paths of the configuration are resolved. */
  readonly root: string;
  /** Aborted when the run is interrupted. The driver then stops a session that is still starting. */
  readonly signal?: AbortSignal;
}

/**
 * What the caller of a surface can observe. `events`: it returns the events of a stream one by one; a surface that
 * returns the stream as one text has a `value`. `schemas`: it declares its own schemas, against which each call is
 * validated. `arguments`: it shows whether a call changes the arguments of its caller. `reply`: it returns each reply
 * unchanged, and its caller compares the reply with the contract. `markup`: it shows replies on a page, which could
 * parse strings as HTML. `transport-error`: it exports the error class that the failure table names for failed
 * connections.
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

/**
 * One started surface. A session is used by one lane, and runs one call at a time unless the driver states `atOnce:
 * calls`.
 */
export interface DriverSession {
  readonly description: SurfaceDescription;
  /** What the caller of the surface can observe. Rules compare only these aspects. */
  readonly observes: ReadonlySet<Observable>;
  /**
   * Runs a call. A failure is an outcome, not a rejection. The only rejection is `surface-dies`, at the limit of
   * restarts.
   */
  run(call: Call): Promise<Outcome>;
  /** Returns the log since the previous `takeLog`: standard error, or the console of a page. The log is bounded. */
  takeLog?(): string;
  /** The operations that the surface offers at run time. */
  inventory(): Promise<readonly InventoryEntry[]>;
  /**
   * Calls `UNKNOWN_OPERATION`, and returns how the surface answers. `undefined` if it does not answer. Omitted if a
   * caller of the surface cannot name an operation, or if the surface has its own conventions.
   */
  unknownOperation?(): Promise<UnknownReply | undefined>;
  /** Ends all processes and closes all sockets of the session. Idempotent. */
  stop(): Promise<void>;
}

export interface SurfaceDescription {
  readonly name: string;
  readonly language?: string;
  readonly version?: string;
}

/** An argument name that no operation has. Calls with the misuse `unknown-argument` use it. */
export const UNKNOWN_ARGUMENT = 'no_such_argument';

/** An operation name that no surface offers. */
export const UNKNOWN_OPERATION = 'no_such_operation';

/** How a surface answers the call of an unknown operation: with an error of its protocol, or with a result. */
export type UnknownReply = 'refused' | 'error-result' | 'result';

export interface Call {
  readonly operation: Operation;
  readonly input: CaseInput;
  /**
   * The credential for the first security scheme of the operation. For HTTP Basic, it is in base64. `undefined`: the
   * call is made without a credential.
   */
  readonly token: string | undefined;
  readonly gate: GateChoice;
  /**
   * The way in which the gate decision is passed, one of the driver's `gateWays`. Default: the default way of the
   * surface.
   */
  readonly gateWay?: GateWay;
  /** The misuse of the operation, one of the driver's `misuses`. */
  readonly misuse?: Misuse;
  /** The raw request to send, including its credentials. Only for a driver with `sendsRaw`. */
  readonly raw?: RequestMessage;
  /**
   * The time limit that the surface applies. Default: the time limit of the session. The driver itself always waits for
   * the time limit of the session.
   */
  readonly timeoutMs?: number;
  /** True if the user repeats the call before its reply arrives. Only for a driver with `repeatsCalls`. */
  readonly isRepeated?: true;
  /** How a command line receives the body. Default: as an argument. */
  readonly bodyWay?: BodyWay;
}

/**
 * One operation that a surface offers. Its name is `GET /items`, `listItems`, `list-items` or `list_items`, depending
 * on the surface.
 */
export interface InventoryEntry {
  /** The name of the operation on the surface. */
  readonly name: string;
  /** The names of inputs as the surface spells them. Omitted if the surface does not list inputs. */
  readonly inputs?: readonly string[];
  /**
   * The members of object inputs, such as `body.name`, and the choices for them, such as `body.note = null` or
   * `body.source[0].file`. Omitted if the surface does not list members.
   */
  readonly members?: readonly string[];
  /** Visible form controls that have no accessible name. Omitted if the surface has no forms. */
  readonly unnamed?: readonly string[];
  /** Visible controls outside all forms that have no accessible name. Every entry has the same list. */
  readonly unnamedAround?: readonly string[];
  /** The description of a tool. Omitted if the surface has no descriptions. */
  readonly description?: string;
  /** Whether a tool is declared as read-only. A host may then call it without asking. */
  readonly isReadOnly?: boolean;
  /**
   * Whether a repeated call has no further effect, as the tool declares. Omitted if the tool declares nothing about
   * this.
   */
  readonly isIdempotent?: boolean;
  /** Whether the tool may destroy something, as the tool declares. Omitted if the tool declares nothing about this. */
  readonly isDestructive?: boolean;
  /** The default values of inputs, by the name of the input. Omitted if the surface states no defaults. */
  readonly defaults?: Readonly<Record<string, Json>>;
  /** What the schema of a tool states for its inputs, by pointer (`/status/*` for the items of `status`). */
  readonly stated?: ReadonlyMap<string, StatedInput>;
  /** The JSON of the schema of each input of a tool, with all its descriptions. */
  readonly inputTexts?: ReadonlyMap<string, string>;
  /** The faults of the schemas that a tool declares. Omitted if the schemas can be compiled or were not read. */
  readonly schemaFaults?: readonly SchemaFault[];
  /** The page on which a tool shows its results. */
  readonly page?: LinkedPage;
}

/** What a schema states for one input, or for a member or an item of an input. */
export interface StatedInput {
  /** Whether a text is permitted. */
  readonly takesText: boolean;
  /** Whether each permitted number is an integer. */
  readonly isInteger: boolean;
  /** Whether a pattern or a format limits the value. */
  readonly isOtherwiseLimited: boolean;
  /** The enumerated values without `null`. Omitted if the values are not enumerated. */
  readonly values?: readonly Json[];
  /** The bounds by their keyword, such as `maximum`, `exclusiveMaximum` and `minLength`. */
  readonly bounds: Readonly<Record<string, number>>;
}

/**
 * A place at which a declared schema is not a valid JSON Schema, so that a client cannot compile it. `reference`: a
 * reference that leads nowhere. `malformed`: a keyword whose value has the wrong shape. `pattern`: a pattern that is
 * not a regular expression of ECMA-262. `endless`: a schema that refers only to itself.
 */
export interface SchemaFault {
  readonly of: 'inputSchema' | 'outputSchema';
  readonly kind: 'reference' | 'malformed' | 'pattern' | 'endless';
  /** The JSON pointer of the place in the schema. */
  readonly pointer: string;
  /** The value at that place, shortened: a reference, a pattern or the JSON of a keyword. */
  readonly text: string;
}

/** A page that hosts show (MCP Apps 2026-01-26: `_meta.ui.resourceUri` of a tool), as `resources/read` returns it. */
export interface LinkedPage {
  readonly uri: string;
  readonly reading: PageReading;
}

/**
 * The page as it was read, or the reason why it could not be read. `mediaType` is omitted if the resource states none.
 */
export type PageReading =
  | { readonly kind: 'read'; readonly mediaType?: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** The media type of a page that hosts show (MCP Apps 2026-01-26, UI Resource Format). */
export const PAGE_MEDIA_TYPE = 'text/html;profile=mcp-app';
/** The capabilities of a client that shows pages (MCP Apps 2026-01-26, Client (Host) Capabilities). */
export const HOST_CAPABILITIES = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [PAGE_MEDIA_TYPE] } } };

/** An operation that a surface should offer according to the contract. */
export interface ExpectedEntry extends InventoryEntry {
  readonly operation: OperationId;
  /**
   * True if the configuration maps the operation. A surface with mapped operations has its own conventions, and may
   * offer more than the contract declares.
   */
  readonly isMapped?: true;
}
