import type { HeaderPair, RequestMessage } from '../contract/wire/message.js';

/** One raw HTTP request and its response as a tap saw them. Nothing is decoded: header order, path bytes and body bytes are the wire's. */
export interface Exchange {
  /** The tap's own path prefix is taken off the target. */
  readonly request: RequestMessage;
  readonly response: WireResponse | FailedResponse;
}

export interface WireResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
  /** How a script writes the body; absent: at once, with its length. */
  readonly delivery?: Delivery;
}

export interface Delivery {
  /** Bytes that are written at a time; the rest of the body with the last. */
  readonly chunks: readonly number[];
  /** The connection is broken after the body, in the middle of the response. */
  readonly cut: boolean;
}

/** The backend gave none: reset, timed out, or larger than the tap keeps. */
export interface FailedResponse {
  readonly kind: 'failed';
  readonly reason: string;
  /** It was waited for as long as a call may take. */
  readonly silent?: true;
}
