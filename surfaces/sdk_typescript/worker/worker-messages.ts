import type { Json } from '../../../contract/json/json.js';
import type { BytePlaces } from '../../byte-places.js';
import type { InventoryEntry } from '../../driver.js';
import type { Outcome } from '../../outcome.js';
import type { ClientSettings } from './client-class.js';

/** File descriptor of the channel. Standard input and output are not used, because the SDK may print. */
export const CHANNEL = 3;

/**
 * An order of the driver to its worker: one JSON text per line. Each order is answered by one reply with the same
 * `seq`.
 */
export type Order =
  | StartOrder
  | CallOrder
  | { readonly kind: 'inventory'; readonly token: string }
  | { readonly kind: 'stop' };

export interface StartOrder {
  readonly kind: 'start';
  /** Absolute path of the module. */
  readonly file: string;
  readonly export: string;
  readonly settings: Omit<ClientSettings, 'token'>;
}

export interface CallOrder {
  readonly kind: 'call';
  /** Name of the method. */
  readonly operation: string;
  /** The arguments, by name or grouped by location. Omitted arguments have no member. */
  readonly args: { readonly [name: string]: Json };
  /** Which parts of `args.body` are passed as bytes; omitted if there are none. */
  readonly bytes?: BytePlaces;
  /** The token of the call; omitted if the call has no token. */
  readonly token?: string;
  /** Default: the time limit of the session. */
  readonly timeoutMs?: number;
}

export type Numbered<Message> = Message & { readonly seq: number };

export type Reply =
  /** `transportError`: the module exports the error class of the failure table for failures of the connection. */
  | { readonly kind: 'ready'; readonly transportError: boolean }
  /** The module cannot be used. The text is the message of a `surface-unavailable`. */
  | { readonly kind: 'unavailable'; readonly message: string; readonly repair: string }
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'inventory'; readonly entries: readonly InventoryEntry[] }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'stopped' };

/** Sent without an order, directly before an uncaught error ends the worker. */
export interface LastError {
  readonly kind: 'uncaught';
  /** Name of the error's class. */
  readonly error: string;
  readonly detail: string;
}
