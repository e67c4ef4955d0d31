import type { CaseInput, GateChoice } from '../../contract/case.js';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import type { Outcome } from '../outcome.js';
import type { Observable, SurfaceDescription } from '../driver.js';

/** The supported version of the driver protocol. Other versions are rejected. */
export const PROTOCOL = 1;

/** The first message of the harness. Each message is one JSON text on one line of the driver's standard input. */
export interface StartOrder {
  readonly cmd: 'start';
  readonly protocol: typeof PROTOCOL;
  /** URL of the service, possibly with a path, without a trailing slash. */
  readonly baseUrl: string;
  /** Base URLs of the other servers of the contract, by their URL in the contract. */
  readonly servers?: Readonly<Record<string, string>>;
  /** The token that the service accepts. */
  readonly token: string;
  /** Time limit of one call. */
  readonly timeoutMs: number;
}

export interface RunOrder {
  readonly cmd: 'run';
  /** The number of the call. Every line about the call repeats it. */
  readonly seq: number;
  /** The `operationId`. */
  readonly operation: string;
  /** An omitted input has no member; `null` is a value. */
  readonly input: CaseInput;
  /** The token of this call; `null`: the call is made without a token. */
  readonly token: string | null;
  /** The decision at the human gate, for a surface with gates. */
  readonly gate: GateChoice;
  readonly timeoutMs: number;
}

/** A driver's reply to `start`. */
export type Greeting =
  | {
      readonly ok: true;
      readonly surface: SurfaceDescription;
      /** Every `operationId` that the surface offers, by itself or with the names of its inputs. */
      readonly operations: readonly (string | { readonly operation: string; readonly inputs: readonly string[] })[];
      readonly observes: readonly Observable[];
    }
  | { readonly ok: false; readonly error: string };

/** A line of a driver about a call: each event as it arrives, then the outcome. */
export type CallLine =
  | { readonly seq: number; readonly event: StreamEvent }
  | { readonly seq: number; readonly outcome: ReportedOutcome };

/** An `Outcome` without the events of a stream. The driver sends the events before the outcome, one line each. */
export type ReportedOutcome =
  | Exclude<Outcome, { kind: 'events' | 'inexpressible' }>
  | { readonly kind: 'inexpressible'; readonly reason: string; readonly by?: 'driver' }
  | Omit<Extract<Outcome, { kind: 'events' }>, 'events'>;
