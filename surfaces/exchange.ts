import type { HeaderPair, RequestMessage } from '../contract/wire/message.js';
import type { BodyExcerpt } from './http/body-excerpt.js';

/**
 * One raw HTTP request and its response as a tap recorded them. Nothing is decoded: the order of headers and the bytes
 * of path and body are as they were on the wire.
 */
export interface Exchange {
  /** The request. Its target does not contain the path prefix of the tap. */
  readonly request: RequestMessage;
  readonly response: WireResponse | FailedResponse;
  /** Time of arrival of the request, in milliseconds since 1970. Only a tap records it. */
  readonly arrivedAt?: number;
}

export interface WireResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  /** The bytes on the wire, with content codings. An excerpt if they exceed the limit: see `contentOf`. */
  readonly body: Uint8Array | BodyExcerpt;
  /** How a scripted reply writes its body; default: at once, with a content length. */
  readonly delivery?: Delivery;
  /** What the tap does on the connection instead of writing the reply. */
  readonly wire?: readonly WireStep[];
}

/** A reply with its complete body: of a script, a mock, or a short reply of a service. */
export interface WholeResponse extends WireResponse {
  readonly body: Uint8Array;
}

export interface Delivery {
  /** Sizes of the writes in bytes. The last write also has all remaining bytes of the body. */
  readonly chunks: readonly number[];
  /** The connection is broken after the body, in the middle of the response. */
  readonly cut: boolean;
}

/**
 * The backend sent no usable response: the connection was reset, the exchange timed out, or the response was larger
 * than the tap's limit.
 */
export interface FailedResponse {
  readonly kind: 'failed';
  readonly reason: string;
  /** No response arrived within the time limit of a call. */
  readonly silent?: true;
  /** The response exceeded the limit of replies and was cut off. */
  readonly tooLong?: true;
  /**
   * True if a reused connection closed without a reply. The service may not have received the request (RFC 9112
   * §9.3.1).
   */
  readonly inconclusive?: true;
  /** What the tap does on the connection; default: it closes the connection. */
  readonly wire?: readonly WireStep[];
}

/** One step of a reply that a script writes to the connection itself. */
export type WireStep =
  | { readonly kind: 'write'; readonly bytes: Uint8Array }
  | { readonly kind: 'pause'; readonly ms: number }
  /** Writes the bytes repeatedly, with pauses, until the client disconnects. */
  | { readonly kind: 'drip'; readonly bytes: Uint8Array; readonly everyMs: number }
  /** Writes nothing until the client disconnects. */
  | { readonly kind: 'silence' }
  /** Resets the connection (RFC 9293 §3.5.2). */
  | { readonly kind: 'reset' };
