import type { CaseInput, GateChoice } from '../../contract/case.js';
import type { Outcome, ReportedEvent } from '../outcome.js';
import type { Observable, SurfaceDescription } from '../observation.js';

/** The only supported version of the driver protocol. */
export const PROTOCOL = 1;

/** The first message to a driver program. All messages are JSON texts, one on each line of standard input. */
export interface StartOrder {
  readonly cmd: 'start';
  readonly protocol: typeof PROTOCOL;
  /** URL of the service without a trailing slash. It may contain a path. */
  readonly baseUrl: string;
  /**
   * The base URL of each further server. The key is the URL of the server in the contract. Requests to the server must
   * use this base URL.
   */
  readonly servers?: Readonly<Record<string, string>>;
  /** The token that the service accepts. */
  readonly token: string;
  /** Time limit of one call in milliseconds. */
  readonly timeoutMs: number;
}

export interface RunOrder {
  readonly cmd: 'run';
  /** The number of the call. Every line that the driver program sends about this call contains the number. */
  readonly seq: number;
  /** The `operationId` of the operation to call. */
  readonly operation: string;
  /** The inputs of the call. An omitted input has no member here. `null` is a value and not an omitted input. */
  readonly input: CaseInput;
  /** The token of this call. `null`: the call is made without a token. */
  readonly token: string | null;
  /** The decision of the person at the human gate. It is only used if the surface has human gates. */
  readonly gate: GateChoice;
  readonly timeoutMs: number;
}

/** The reply of a driver program to the message `start`. */
export type Greeting =
  | {
      readonly ok: true;
      readonly surface: SurfaceDescription;
      /** Every `operationId` that the surface offers, with or without the names of its inputs. */
      readonly operations: readonly (string | { readonly operation: string; readonly inputs: readonly string[] })[];
      readonly observes: readonly Observable[];
    }
  | { readonly ok: false; readonly error: string };

/**
 * A line that a driver program sends about a call: an event of a stream as soon as it arrives, or the outcome at the
 * end.
 */
export type CallLine =
  | { readonly seq: number; readonly event: ReportedEvent }
  | { readonly seq: number; readonly outcome: ReportedOutcome };

/**
 * An `Outcome` as a driver program sends it. It does not repeat the events of a stream, because each event was sent in
 * its own line.
 */
export type ReportedOutcome =
  | Exclude<Outcome, { kind: 'events' | 'inexpressible' }>
  | { readonly kind: 'inexpressible'; readonly reason: string; readonly by?: 'driver' }
  | Omit<Extract<Outcome, { kind: 'events' }>, 'events'>;
