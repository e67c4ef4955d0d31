import type { HeaderPair } from '../contract/wire/message.js';
import type { CallText } from '../surfaces/driver.js';
import type { SurfaceId } from '../surfaces/observation.js';

/** The traffic that shows a finding. Its texts are bounded and contain no secrets. */
export interface Proof extends ShownCall {
  /** The call of the same case on a surface that does not show the finding (the sibling). */
  readonly sibling?: ShownCall;
  /** The last lines that the service wrote to standard output and standard error during the call. */
  readonly serviceLog?: string;
  /** The last lines that the surface or its driver wrote to standard error, or to a page's console, during the call. */
  readonly surfaceLog?: string;
  /**
   * A POSIX shell command that sends the last request of the surface again; `$BASE_URL`, `$TOKEN` and other credentials
   * are variables.
   */
  readonly curl?: string;
  /**
   * The call of the case in the language of each surface, as its user would write it. The surface of the finding comes
   * first. Absent if there are no such texts.
   */
  readonly reproductions?: readonly SurfaceCallText[];
}

/** One call on a surface; `$BASE_URL`, `$TOKEN` and other credentials are environment variables. */
export interface SurfaceCallText extends CallText {
  readonly surface: SurfaceId;
}

/** One call of a surface: what it sent, what it received and what its caller saw. */
export interface ShownCall {
  readonly surface: SurfaceId;
  /**
   * The requests that the surface sent for the smallest case, in order, with their replies. Empty if the surface sent
   * no request.
   */
  readonly exchanges: readonly ShownExchange[];
  /** Number of all exchanges; present if `exchanges` contains only the first and the last ones. */
  readonly exchangeCount?: number;
  /** What the caller of the surface saw. */
  readonly outcome: string;
}

export interface ShownExchange {
  readonly request: ShownMessage & { readonly method: string; readonly target: string };
  /** `reason`: why there was no reply. */
  readonly response: (ShownMessage & { readonly status: number }) | { readonly reason: string };
}

export interface ShownMessage {
  readonly headers: readonly HeaderPair[];
  /** UTF-8 text of the body, shortened in the middle. Absent if there was no body. */
  readonly body?: string;
  /** Present if the bytes are not text; `body` is then their hexadecimal digits. */
  readonly encoding?: 'hex';
  /** Size of the whole body in bytes; present if `body` is shortened. */
  readonly bytes?: number;
}
