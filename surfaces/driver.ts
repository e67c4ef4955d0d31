import type { BodyWay } from '../contract/body-way.js';
import type { CaseInput, GateChoice, Misuse } from '../contract/case.js';
import type { GateWay } from '../contract/gate-way.js';
import type { Contract } from '../contract/contract.js';
import type { Json } from '../contract/json/json.js';
import type { RequestMessage } from '../contract/wire/message.js';
import type { Credentials } from '../contract/wire/request/credentials.js';
import type { Operation, OperationId } from '../contract/operation.js';
import type { HostedCard, HostedPage, LinkedPage } from './hosted-page.js';
import type { HttpReply } from './http/http-exchange.js';
import type { CallText } from './call-text.js';
import type { Observable, SurfaceDescription, SurfaceId } from './observation.js';
import type { Outcome } from './outcome.js';

/** Runs cases on one surface. Every driver passes the shared driver suite. */
export interface Driver {
  /** True if a person must approve operations with a human gate. If false, no case denies or omits an approval. */
  readonly gates: boolean;
  /** Further ways in which a person can approve or deny a call, such as by flag or by environment variable. */
  readonly gateWays?: ReadonlySet<GateWay>;
  /** True if the surface can send a given raw request in place of the request that it makes from the input. */
  readonly sendsRaw?: true;
  /** The kinds of wrong calls that the driver can make on purpose, such as a call with an unknown argument. */
  readonly misuses?: ReadonlySet<Misuse>;
  /**
   * True if the driver passes the time limit of a call to the surface. The surface then ends a call that exceeds it.
   */
  readonly limitsCalls?: true;
  /** True if each call starts a new process. An earlier call can then affect it only through files, for example. */
  readonly startsProcesses?: true;
  /** True if the driver reads on after the last documented event of a stream, until the service closes it. */
  readonly readsPastEnd?: true;
  /**
   * True if a user of the surface can repeat a call that is still running. The user then sees only the outcome of the
   * second call.
   */
  readonly repeatsCalls?: true;
  /**
   * How the surface can run calls at the same time. `calls`: several calls in one session. `sessions`: several sessions
   * with one call each. If omitted, the surface cannot run calls at the same time.
   */
  readonly atOnce?: 'calls' | 'sessions';
  /**
   * Returns the source code of the calls, in order, as a user would write it in the folder of the configuration.
   * Returns `undefined` if there is no short form. The code reads the base URL from the environment variable
   * `BASE_URL`. In each call, `token` is the name of the environment variable with the credential.
   */
  callText?(calls: readonly WrittenCall[], context: CallTextContext): CallText | undefined;
  /**
   * Starts what all sessions share, such as a browser, and keeps it until the returned function is called. If it cannot
   * be started, each session reports the failure. `root`: see `DriverContext`.
   */
  hold?(root: string): () => Promise<void>;
  /** Starts a session. Rejects with a `ParityError` (code `surface-unavailable`) if the surface cannot be started. */
  start(context: DriverContext): Promise<DriverSession>;
}

/** A call that `callText` writes as source text. */
export interface WrittenCall extends Call {
  readonly taken: readonly TakenValue[];
}

/** A value in the input of a call that comes from the reply to an earlier call, such as the id of a created item. */
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
 * Which header of a reply contains a value: the `ETag`, or a segment of the path in `Location`. The segments are
 * counted from the end: `location-0` is the last segment.
 */
export type HeaderPlace = 'etag' | `location-${number}`;

/** The path from a JSON value to a value inside it: member names and array indexes. */
export type Place = readonly (string | number)[];

export type CallTextContext = Pick<DriverContext, 'contract' | 'prefix'>;

/** What a session needs to start. Its credentials are those that the service accepts. */
export interface DriverContext extends Credentials {
  readonly surface: SurfaceId;
  readonly contract: Contract;
  /**
   * The URL of the tap (the recording server in front of the service), without a trailing slash. It may contain a path.
   */
  readonly baseUrl: string;
  /** The base URL of each further server. The key is the URL of the server in the contract. */
  readonly serverUrls?: ReadonlyMap<string, string>;
  /**
   * Sends a request to the service on a connection of the tap itself, and records the exchange. It is for drivers that
   * send all their HTTP requests through this function. Returns `undefined` for a request that must be sent to
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

/** A surface that was started. It runs one call at a time, unless its driver states `atOnce: calls`. */
export interface DriverSession {
  readonly description: SurfaceDescription;
  /** What the caller of the surface can observe. Rules judge only these aspects of a call. */
  readonly observes: ReadonlySet<Observable>;
  /**
   * Runs a call and resolves with its outcome, also if the call fails. Rejects only with `surface-dies`, if calls
   * of the same operation have ended the surface too often.
   */
  run(call: Call): Promise<Outcome>;
  /** Returns the log since the previous `takeLog`: standard error, or the console of a page. The log is bounded. */
  takeLog?(): string;
  /** The operations that the surface offers at run time. */
  inventory(): Promise<readonly InventoryEntry[]>;
  /**
   * Calls an operation with a name that the surface does not offer, without arguments, and returns how the surface
   * answers, or `undefined` if it does not. Omitted if a caller cannot choose the name of an operation, or if the
   * surface may offer operations that it does not list.
   */
  unknownOperation?(name: string): Promise<UnknownReply | undefined>;
  /** Shows a page of a tool server in a host, and makes calls there. Only drivers of pages have this method. */
  showHosted?(page: HostedPage): Promise<HostedCard>;
  /** Ends all processes and closes all sockets of the session. Idempotent. */
  stop(): Promise<void>;
}

/** The argument that a call with the misuse `unknown-argument` adds. No operation has an argument with this name. */
export const UNKNOWN_ARGUMENT = 'no_such_argument';

/** An operation name that no surface offers. */
export const UNKNOWN_OPERATION = 'no_such_operation';

/** How a surface answers the call of an unknown operation: with an error of its protocol, a result or exit code 0. */
export type UnknownReply = 'refused' | 'error-result' | 'result' | 'exit-0';

export interface Call {
  readonly operation: Operation;
  readonly input: CaseInput;
  /**
   * The credential for the first security scheme of the operation. For HTTP Basic, it is encoded in base64.
   * `undefined`: the call is made without a credential.
   */
  readonly token: string | undefined;
  readonly gate: GateChoice;
  /**
   * How the decision of the person is passed: one of the driver's `gateWays`. Default: the default way of the surface.
   */
  readonly gateWay?: GateWay;
  /** How the call uses the operation wrongly on purpose: one of the driver's `misuses`. */
  readonly misuse?: Misuse;
  /** The raw request to send, including its credentials. Only for a driver with `sendsRaw`. */
  readonly raw?: RequestMessage;
  /**
   * The time limit that is passed to the surface. Default: the time limit of the session. The driver itself always
   * waits for the time limit of the session.
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
   * The members of object inputs, such as `body.name`, and the options that a form offers for them: `body.note = null`
   * for a value, or `body.source[0].file` for a member in the first branch of a union. Omitted if the surface does not
   * list members.
   */
  readonly members?: readonly string[];
  /** Visible form controls that have no accessible name. Omitted if the surface has no forms. */
  readonly unnamed?: readonly string[];
  /** Visible controls that are outside of all forms and have no accessible name. All entries have the same list. */
  readonly unnamedAround?: readonly string[];
  /** Whether each flag of a command is required: by the contract, or by a mark such as `(required)` in the help. */
  readonly required?: ReadonlyMap<string, boolean>;
  /** True if the help of the command ends with a failure. */
  readonly isHelpless?: true;
  /** The environment variable that the help states for the token, if it is not the one that has the token. */
  readonly otherVariable?: { readonly stated: string; readonly read: string };
  /** The description of a tool. Omitted if the surface has no descriptions. */
  readonly description?: string;
  /** True if the tool declares that it only reads. A host may then call it without asking the user. */
  readonly isReadOnly?: boolean;
  /**
   * True if the tool declares that a repeated call has no further effect. Omitted if the tool declares nothing about
   * this.
   */
  readonly isIdempotent?: boolean;
  /** True if the tool declares that a call may destroy something. Omitted if the tool declares nothing about this. */
  readonly isDestructive?: boolean;
  /** The default values of inputs, by the name of the input. Omitted if the surface states no defaults. */
  readonly defaults?: Readonly<Record<string, Json>>;
  /** What the schema of a tool states about each input. The keys are JSON Pointers, such as `/status/*`. */
  readonly stated?: ReadonlyMap<string, StatedInput>;
  /** The JSON of the schema of each input of a tool, with all its descriptions. */
  readonly inputTexts?: ReadonlyMap<string, string>;
  /** The faults of the schemas that a tool declares. Omitted if the schemas can be compiled or were not read. */
  readonly schemaFaults?: readonly SchemaFault[];
  /** The page on which a host shows the results of the tool. */
  readonly page?: LinkedPage;
}

/** What a schema states for one input, or for a member or an item of an input. */
export interface StatedInput {
  /** True if the schema permits a string. */
  readonly takesText: boolean;
  /** True if every number that the schema permits is an integer. */
  readonly isInteger: boolean;
  /** True if the schema limits the value by a pattern or a format, besides `values` and `bounds`. */
  readonly isOtherwiseLimited: boolean;
  /** The enumerated values without `null`. Omitted if the values are not enumerated. */
  readonly values?: readonly Json[];
  /** The limits of the value. The keys are keywords such as `maximum`, `exclusiveMaximum` and `minLength`. */
  readonly bounds: Readonly<Record<string, number>>;
}

/**
 * A place at which a schema of a tool is not a valid JSON Schema, so that a client cannot compile it. `reference`: a
 * reference that leads nowhere. `malformed`: a keyword whose value has the wrong shape. `pattern`: a pattern that is
 * not a regular expression of ECMA-262. `endless`: a schema that refers only to itself.
 */
export interface SchemaFault {
  readonly of: 'inputSchema' | 'outputSchema';
  readonly kind: 'reference' | 'malformed' | 'pattern' | 'endless';
  /** The JSON pointer of the place in the schema. */
  readonly pointer: string;
  /** The invalid value at that place, shortened: a reference, a pattern or the JSON of a keyword. */
  readonly text: string;
}

/** An operation that the surface should offer according to the contract or the configuration. */
export interface ExpectedEntry extends InventoryEntry {
  readonly operation: OperationId;
  /**
   * True if the configuration describes how the operation is called. Such a surface does not use the generated names,
   * and may offer more operations than the contract.
   */
  readonly isMapped?: true;
}
