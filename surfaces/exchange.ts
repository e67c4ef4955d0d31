import type { HeaderPair, RequestMessage } from '../contract/wire/message.js';
import type { BodyExcerpt } from './http/body-excerpt.js';

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
  /** The bytes of the wire, content codings and all; an excerpt where they are more than may be kept. See `contentOf`. */
  readonly body: Uint8Array | BodyExcerpt;
  /** How a script writes the body; absent: at once, with its length. */
  readonly delivery?: Delivery;
}

/** A reply whose body is there: what a script, a mock or a short reply of a service is. */
export interface WholeResponse extends WireResponse {
  readonly body: Uint8Array;
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
  /** It was longer than any reply may be, and was cut off. */
  readonly tooLong?: true;
  /** A connection that had been used before gave no reply: the request may never have arrived (RFC 9112 §9.3.1). */
  readonly inconclusive?: true;
}
