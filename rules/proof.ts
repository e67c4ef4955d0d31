import type { HeaderPair } from '../contract/wire/message.js';
import type { CallText } from '../surfaces/driver.js';
import type { SurfaceId } from '../surfaces/observation.js';

/** The traffic that shows a finding. Its texts have a bounded length and contain no secrets. */
export interface Proof extends ShownCall {
  /** The call of the same case on a surface that does not show the finding. */
  readonly sibling?: ShownCall;
  /** The last lines that the service wrote to standard output and standard error during the call. */
  readonly serviceLog?: string;
  /** The last lines that the surface or its driver wrote to standard error, or to a page's console, during the call. */
  readonly surfaceLog?: string;
  /**
   * A POSIX shell command that sends the last request of the surface again. `$BASE_URL`, `$TOKEN` and other credentials
   * are shell variables.
   */
  readonly curl?: string;
  /**
   * The call of the case on each surface, as a user of the surface would write it. The surface of the finding comes
   * first. Absent if no surface has such a text.
   */
  readonly reproductions?: readonly SurfaceCallText[];
}

/** The text of a call on one surface. `$BASE_URL`, `$TOKEN` and other credentials are environment variables. */
export interface SurfaceCallText extends CallText {
  readonly surface: SurfaceId;
}

/** One call on a surface: the requests, the replies and the outcome that the caller saw. */
export interface ShownCall {
  readonly surface: SurfaceId;
  /**
   * The requests that the surface sent for the smallest case, in order, with their replies. Empty if the surface sent
   * no request.
   */
  readonly exchanges: readonly ShownExchange[];
  /** The number of all exchanges; present if `exchanges` contains only the first and the last exchanges. */
  readonly exchangeCount?: number;
  /** What the caller of the surface saw. */
  readonly outcome: string;
}

export interface ShownExchange {
  readonly request: ShownMessage & { readonly method: string; readonly target: string };
  /** A reply, or the `reason` why there was no reply. */
  readonly response: (ShownMessage & { readonly status: number }) | { readonly reason: string };
}

export interface ShownMessage {
  readonly headers: readonly HeaderPair[];
  /** UTF-8 text of the body, shortened in the middle. Absent if there was no body. */
  readonly body?: string;
  /** `hex` if the bytes are not text. Then `body` contains their hexadecimal digits. */
  readonly encoding?: 'hex';
  /** Size of the whole body in bytes; present if `body` is shortened. */
  readonly bytes?: number;
}
