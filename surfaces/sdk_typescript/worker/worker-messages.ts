import type { Json } from '../../../contract/json/json.js';
import type { BytePlaces } from '../../byte-places.js';
import type { InventoryEntry } from '../../driver.js';
import type { Outcome } from '../../outcome.js';
import type { ClientSettings } from './client-class.js';

/**
 * The file descriptor of the channel between driver and worker. Standard input and output are not used, because the SDK
 * may print.
 */
export const CHANNEL = 3;

/**
 * A message of the driver to its worker, as one JSON text per line. The worker answers each order with one reply that
 * has the same `seq`.
 */
export type Order =
  | StartOrder
  | CallOrder
  | { readonly kind: 'inventory'; readonly token: string }
  | { readonly kind: 'stop' };

export interface StartOrder {
  readonly kind: 'start';
  /** The absolute path of the module. */
  readonly file: string;
  readonly export: string;
  readonly settings: Omit<ClientSettings, 'token'>;
}

export interface CallOrder {
  readonly kind: 'call';
  /** The name of the method to call. */
  readonly operation: string;
  /** The arguments by name or in groups by location. An omitted argument has no member. */
  readonly args: { readonly [name: string]: Json };
  /** The parts of `args.body` that are passed as bytes. Omitted if there are none. */
  readonly bytes?: BytePlaces;
  /** The token of the call. Omitted if the call is made without a token. */
  readonly token?: string;
  /** The time limit of the call. Default: the time limit of the session. */
  readonly timeoutMs?: number;
}

export type Numbered<Message> = Message & { readonly seq: number };

export type Reply =
  /** `transportError`: whether the module exports the class `TransportError`. */
  | { readonly kind: 'ready'; readonly transportError: boolean }
  /** The module cannot be used. `message` and `repair` are those of the error `surface-unavailable`. */
  | { readonly kind: 'unavailable'; readonly message: string; readonly repair: string }
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'inventory'; readonly entries: readonly InventoryEntry[] }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'stopped' };

/** What the worker sends directly before an uncaught error ends it. It is not a reply to an order. */
export interface LastError {
  readonly kind: 'uncaught';
  /** The name of the error class. */
  readonly error: string;
  readonly detail: string;
}
