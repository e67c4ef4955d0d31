import type { CaseInput, GateChoice } from '../../contract/case.js';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import type { Outcome } from '../outcome.js';
import type { Observable, SurfaceDescription } from '../driver.js';

/** The only supported version of the driver protocol. */
export const PROTOCOL = 1;

/** The first message to a driver. Each message is one JSON text on one line of the driver's standard input. */
export interface StartOrder {
  readonly cmd: 'start';
  readonly protocol: typeof PROTOCOL;
  /** URL of the service without a trailing slash. It may contain a path. */
  readonly baseUrl: string;
  /** The base URL of each further server, by its URL in the contract. Requests to the server must use this base URL. */
  readonly servers?: Readonly<Record<string, string>>;
  /** The token that the service accepts. */
  readonly token: string;
  /** Time limit of one call in milliseconds. */
  readonly timeoutMs: number;
}

export interface RunOrder {
  readonly cmd: 'run';
  /** The number of the call. Every line of the driver about the call contains this number. */
  readonly seq: number;
  /** The `operationId` of the operation to call. */
  readonly operation: string;
  /** The inputs of the call. An input that is omitted has no member; `null` is a value. */
  readonly input: CaseInput;
  /** The token of this call. `null`: the call is made without a token. */
  readonly token: string | null;
  /** The decision at the human gate. Only used by a surface with gates. */
  readonly gate: GateChoice;
  readonly timeoutMs: number;
}

/** A driver's reply to `start`. */
export type Greeting =
  | {
      readonly ok: true;
      readonly surface: SurfaceDescription;
      /** Every `operationId` that the surface offers, with or without the names of its inputs. */
      readonly operations: readonly (string | { readonly operation: string; readonly inputs: readonly string[] })[];
      readonly observes: readonly Observable[];
    }
  | { readonly ok: false; readonly error: string };

/** One line of a driver about a call. The driver sends each event when it arrives, then the outcome. */
export type CallLine =
  | { readonly seq: number; readonly event: StreamEvent }
  | { readonly seq: number; readonly outcome: ReportedOutcome };

/** An `Outcome` without the events of a stream, because the driver has already sent each event in a line of its own. */
export type ReportedOutcome =
  | Exclude<Outcome, { kind: 'events' | 'inexpressible' }>
  | { readonly kind: 'inexpressible'; readonly reason: string; readonly by?: 'driver' }
  | Omit<Extract<Outcome, { kind: 'events' }>, 'events'>;
