import type { CaseInput, GateChoice } from '../../contract/case.js';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import type { Outcome } from '../outcome.js';
import type { Observable, SurfaceDescription } from '../driver.js';

/** The version of the driver protocol that is spoken here. Another one is refused. */
export const PROTOCOL = 1;

/** What the harness sends first: one JSON text on one line of the driver's standard input, as each message. */
export interface StartOrder {
  readonly cmd: 'start';
  readonly protocol: typeof PROTOCOL;
  /** Where the service is, perhaps with a path, without a trailing slash. */
  readonly baseUrl: string;
  /** The token that the service accepts. */
  readonly token: string;
  /** Longest that one call may take. */
  readonly timeoutMs: number;
}

export interface RunOrder {
  readonly cmd: 'run';
  /** Every line about this call bears it. */
  readonly seq: number;
  /** The `operationId`. */
  readonly operation: string;
  /** What is omitted is not there; `null` is a value. */
  readonly input: CaseInput;
  /** The token of this call; `null`: call without one. */
  readonly token: string | null;
  /** What the human at the gate decides, on a surface that has gates. */
  readonly gate: GateChoice;
  readonly timeoutMs: number;
}

/** What a driver answers to `start`. */
export type Greeting =
  | {
      readonly ok: true;
      readonly surface: SurfaceDescription;
      /** Every `operationId` that the surface offers, by itself or with the names of its inputs. */
      readonly operations: readonly (string | { readonly operation: string; readonly inputs: readonly string[] })[];
      readonly observes: readonly Observable[];
    }
  | { readonly ok: false; readonly error: string };

/** What a driver says about a call: its events as they come, then its outcome. */
export type CallLine = { readonly seq: number; readonly event: StreamEvent } | { readonly seq: number; readonly outcome: ToldOutcome };

/** As `Outcome`; the events of a stream came before, a line each. */
export type ToldOutcome = Exclude<Outcome, { kind: 'events' }> | Omit<Extract<Outcome, { kind: 'events' }>, 'events'>;
