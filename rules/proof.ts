import type { HeaderPair } from '../contract/wire/message.js';
import type { CallText } from '../surfaces/call-text.js';
import type { SurfaceId } from '../surfaces/observation.js';

/** The recorded requests and replies that show a finding. Their texts are shortened, and contain no secrets. */
export interface Proof extends ShownCall {
  /** The same case on a surface that does not have the finding, for comparison. */
  readonly sibling?: ShownCall;
  /** The last lines that the service wrote to standard output and standard error during the call of the case. */
  readonly serviceLog?: string;
  /**
   * The last lines that the surface or its driver wrote to standard error during the call of the case. For a page: the
   * last lines of its console.
   */
  readonly surfaceLog?: string;
  /**
   * A shell command that sends the last request of the surface again. It contains `$BASE_URL`, `$TOKEN` and similar
   * shell variables in place of URLs and credentials.
   */
  readonly curl?: string;
  /**
   * How a user would call each surface with the smallest case, such as a command or lines of code. The surface of the
   * finding is the first. Absent if no surface has such a text.
   */
  readonly reproductions?: readonly SurfaceCallText[];
}

/**
 * How a user would call one surface, as a text. It contains `$BASE_URL`, `$TOKEN` and similar environment variables.
 */
export interface SurfaceCallText extends CallText {
  readonly surface: SurfaceId;
}

/** One call on a surface: its requests, the replies, and the outcome for its caller. */
export interface ShownCall {
  readonly surface: SurfaceId;
  /** The requests that the surface sent, in order, with their replies; empty if it sent none. */
  readonly exchanges: readonly ShownExchange[];
  /**
   * The number of all requests; present if there are too many, so that `exchanges` has only the first and the last
   * ones.
   */
  readonly exchangeCount?: number;
  /** What the caller of the surface received, as a text. */
  readonly outcome: string;
}

export interface ShownExchange {
  readonly request: ShownMessage & { readonly method: string; readonly target: string };
  /** The reply, or the `reason` why there is none. */
  readonly response: (ShownMessage & { readonly status: number }) | { readonly reason: string };
}

export interface ShownMessage {
  readonly headers: readonly HeaderPair[];
  /** The body as UTF-8 text, without its middle if it is long. Absent if there was no body. */
  readonly body?: string;
  /** `hex` if the body is not text. `body` then contains the hexadecimal digits of its bytes. */
  readonly encoding?: 'hex';
  /** The size of the whole body in bytes; present if `body` is shortened. */
  readonly bytes?: number;
}
