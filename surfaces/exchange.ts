import type { HeaderPair, RequestMessage } from '../contract/wire/message.js';
import type { BodyExcerpt } from './http/body-excerpt.js';

/**
 * One raw HTTP request and its response as recorded by a tap. Nothing is decoded: header order, path bytes and body
 * bytes are those on the wire.
 */
export interface Exchange {
  /** The target is without the tap's own path prefix. */
  readonly request: RequestMessage;
  readonly response: WireResponse | FailedResponse;
}

export interface WireResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  /** The bytes on the wire, with content codings; an excerpt if they exceed the limit. See `contentOf`. */
  readonly body: Uint8Array | BodyExcerpt;
  /** How a scripted reply writes its body; default: at once, with a content length. */
  readonly delivery?: Delivery;
}

/** A reply with its complete body, such as that of a script, a mock or a short reply of a service. */
export interface WholeResponse extends WireResponse {
  readonly body: Uint8Array;
}

export interface Delivery {
  /** Sizes of the writes in bytes; the last write includes the rest of the body. */
  readonly chunks: readonly number[];
  /** The connection is broken after the body, in the middle of the response. */
  readonly cut: boolean;
}

/** No response of the backend: reset, timed out, or larger than the tap keeps. */
export interface FailedResponse {
  readonly kind: 'failed';
  readonly reason: string;
  /** No response within the time limit of a call. */
  readonly silent?: true;
  /** The response exceeded the limit of replies and was cut off. */
  readonly tooLong?: true;
  /** A connection that had been used before gave no reply: the request may never have arrived (RFC 9112 §9.3.1). */
  readonly inconclusive?: true;
}
