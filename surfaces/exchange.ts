import type { HeaderPair, RequestMessage } from '../contract/wire/message.js';
import type { BodyExcerpt } from './http/body-excerpt.js';

/**
 * One raw HTTP request and its response, as a tap (the recording server between a surface and the service) saw them.
 * Nothing is decoded or reordered: headers are in their order on the wire, and path and body have the bytes that were
 * sent.
 */
export interface Exchange {
  /** The request. Its target does not contain the path of the tap's base URL. */
  readonly request: RequestMessage;
  readonly response: WireResponse | FailedResponse;
  /** When the request arrived, in milliseconds since 1970. Set only if a tap recorded the exchange. */
  readonly arrivedAt?: number;
  /** The host and port of the base URL. Set only if the surface sent the request to the tap. */
  readonly authority?: string;
}

export interface WireResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  /**
   * The bytes of the body as sent, before content codings are removed. An excerpt if the body exceeds the limit: see
   * `contentOf`.
   */
  readonly body: Uint8Array | BodyExcerpt;
  /**
   * How the recording server (tap) writes the body of a scripted reply. Default: in one write, with a content length.
   */
  readonly delivery?: Delivery;
  /** What the recording server (tap) does on the connection instead of writing the reply, step by step. */
  readonly wire?: readonly WireStep[];
}

/** A reply whose whole body is known: a scripted reply, a reply of the mock, or a short reply of a service. */
export interface WholeResponse extends WireResponse {
  readonly body: Uint8Array;
}

export interface Delivery {
  /** The size of each write in bytes. The last write also contains the rest of the body. */
  readonly chunks: readonly number[];
  /** True if the recording server (tap) breaks the connection after the body, before the response is complete. */
  readonly cut: boolean;
  /**
   * A promise for which the recording server (tap) waits before it writes the second chunk. Omitted if it does not
   * wait.
   */
  readonly rest?: Promise<void>;
}

/**
 * The service sent no usable response: the connection was reset, no complete response arrived in time, or the response
 * was larger than the limit.
 */
export interface FailedResponse {
  readonly kind: 'failed';
  readonly reason: string;
  /** True if no response arrived within the time limit of the call. */
  readonly silent?: true;
  /** True if the response exceeded the limit and was cut off. */
  readonly tooLong?: true;
  /**
   * True if the request was sent on a reused connection that then closed without a reply. It is unknown whether the
   * service received the request (RFC 9112 §9.3.1).
   */
  readonly inconclusive?: true;
  /**
   * What the recording server (tap) does on the connection to the surface after the failure, step by step. Default: it
   * closes the connection.
   */
  readonly wire?: readonly WireStep[];
}

/** One thing that the recording server (tap) does on a connection instead of writing a reply. */
export type WireStep =
  | { readonly kind: 'write'; readonly bytes: Uint8Array }
  | { readonly kind: 'pause'; readonly ms: number }
  /** Writes the bytes repeatedly, with pauses, until the client disconnects. */
  | { readonly kind: 'drip'; readonly bytes: Uint8Array; readonly everyMs: number }
  /** Writes nothing until the client disconnects. */
  | { readonly kind: 'silence' }
  /** Resets the connection (RFC 9293 §3.5.2). */
  | { readonly kind: 'reset' };
