import type { BodyWay, CaseInput, GateChoice } from '../contract/case.js';
import type { Contract } from '../contract/contract.js';
import type { Operation, OperationId } from '../contract/operation.js';
import type { SurfaceId } from './observation.js';
import type { Outcome } from './outcome.js';

/** Makes one surface perform cases. Every driver passes the shared driver suite. */
export interface Driver {
  /** Whether human gates guard this surface; the gate phase runs only where they do. */
  readonly gates: boolean;
  /** Rejects with a `ParityError` (code `surface-unavailable`) when the surface cannot be started. */
  start(context: DriverContext): Promise<DriverSession>;
}

export interface DriverContext {
  readonly surface: SurfaceId;
  readonly contract: Contract;
  /** Origin of the tap, perhaps with a path prefix, without a trailing slash. */
  readonly baseUrl: string;
  /** The bearer token that the backend accepts. */
  readonly token: string;
  /** By name of a security scheme, where it is not the token. */
  readonly credentials?: ReadonlyMap<string, string>;
  /** Vendor prefix of extensions and environment variables: `svc`. */
  readonly prefix: string;
  readonly timeoutMs: number;
  /** More of what a surface shows than this is not kept. Default `MAX_BODY_BYTES`. */
  readonly maxBodyBytes?: number;
  /** Folder that relative paths of the configuration start from. */
  readonly root: string;
  /** The run was interrupted: what is still starting is to be given up. */
  readonly signal?: AbortSignal;
}

/**
 * `events`: it hands out the events of a stream one by one; what only has their text has a `value`.
 * `schemas`: it tells schemas of its own, against which each call is held.
 * `arguments`: what a call leaves of the arguments that its caller passed.
 */
export type Observable = 'status' | 'value' | 'problem' | 'events' | 'schemas' | 'arguments';

/** One started surface: used by one lane, one call at a time. */
export interface DriverSession {
  readonly description: SurfaceDescription;
  /** What the surface can show its caller; it is compared on that alone. */
  readonly observes: ReadonlySet<Observable>;
  /** Whatever happens is an outcome; rejects with `surface-dies` alone, where the surface would only die again. */
  run(call: Call): Promise<Outcome>;
  /** Takes what the surface and its driver wrote for people since the last take: standard error, a page's console. Bounded. */
  takeLog?(): string;
  /** What the surface really offers at run time. */
  inventory(): Promise<readonly InventoryEntry[]>;
  /** Idempotent; leaves no process and no socket. */
  stop(): Promise<void>;
}

export interface SurfaceDescription {
  readonly name: string;
  readonly language?: string;
  readonly version?: string;
}

export interface Call {
  readonly operation: Operation;
  readonly input: CaseInput;
  /** For the first scheme that the operation asks for; of http basic in base64. `undefined`: call without any. */
  readonly token: string | undefined;
  readonly gate: GateChoice;
  /** For a command line; absent: as an argument. */
  readonly bodyWay?: BodyWay;
}

/** One thing a surface offers: `GET /items`, `listItems`, `list-items`, `list_items`. */
export interface InventoryEntry {
  /** The surface's own name of it. */
  readonly name: string;
  /** Names of its inputs in the surface's own spelling; absent where the surface does not tell. */
  readonly inputs?: readonly string[];
}

/** What a surface should offer by the contract. */
export interface ExpectedEntry extends InventoryEntry {
  readonly operation: OperationId;
}
