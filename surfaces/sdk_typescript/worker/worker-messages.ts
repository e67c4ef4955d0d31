import type { Json } from '../../../contract/json/json.js';
import type { BytePlaces } from '../../byte-places.js';
import type { InventoryEntry } from '../../driver.js';
import type { Observable } from '../../observation.js';
import type { Outcome } from '../../outcome.js';
import type { ClientSettings } from './client-class.js';

/**
 * The file descriptor on which the driver and the worker exchange messages. They do not use standard input and output,
 * because the SDK may print to them.
 */
export const CHANNEL = 3;

/**
 * A message from the driver to its worker: one JSON text on one line. The worker sends exactly one reply for each
 * message, with the same `seq`.
 */
export type Order =
  | StartOrder
  | CallOrder
  | { readonly kind: 'inventory'; readonly token: string }
  | { readonly kind: 'stop' };

export interface StartOrder {
  readonly kind: 'start';
  /** The absolute path of the module that the worker imports. */
  readonly file: string;
  readonly export: string;
  readonly settings: Omit<ClientSettings, 'token'>;
}

export interface CallOrder {
  readonly kind: 'call';
  /** The name of the method to call. */
  readonly operation: string;
  /** The arguments, either by name or in groups by location. An omitted argument is not a member. */
  readonly args: { readonly [name: string]: Json };
  /** The parts of `args.body` that are passed as bytes. Omitted if there are none. */
  readonly bytes?: BytePlaces;
  /** The token of the call. Omitted if the call is made without a token. */
  readonly token?: string;
  /**
   * The header with the token. Set if this is not the configured token. A generated client gets it in place of the
   * token: as an option of a call with a body, and as its own setting for other calls.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** The header with the configured token, which `headers` must replace. Set together with `headers`. */
  readonly replacedHeaders?: Readonly<Record<string, string>>;
  /**
   * Set if the call has no arguments, and the operation needs none. A method of a generated client is then called
   * without arguments.
   */
  readonly isBare?: true;
  /** The time limit of the call. Default: the time limit of the session. */
  readonly timeoutMs?: number;
}

export type Numbered<Message> = Message & { readonly seq: number };

export type Reply =
  /** `observes`: see `Loaded`. */
  | { readonly kind: 'ready'; readonly observes: readonly Observable[] }
  /** The module cannot be used. `message` and `repair` become those of the error `surface-unavailable`. */
  | { readonly kind: 'unavailable'; readonly message: string; readonly repair: string }
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'inventory'; readonly entries: readonly InventoryEntry[] }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'stopped' };

/** The message that the worker sends when an uncaught error is about to end it. It does not answer an order. */
export interface LastError {
  readonly kind: 'uncaught';
  /** The name of the error class. */
  readonly error: string;
  readonly detail: string;
}
