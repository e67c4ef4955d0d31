import type { HeaderPair } from '../contract/wire/message.js';
import type { SurfaceId } from '../surfaces/observation.js';

/** The traffic that shows a finding, in texts that are bounded and free of secrets. */
export interface Proof extends ShownCall {
  /** The same case on a surface that does not show the finding. */
  readonly sibling?: ShownCall;
  /** The last lines that the service wrote to standard output and standard error during the call. */
  readonly serviceLog?: string;
  /** The last lines that the surface or its driver wrote to standard error, or to a page's console, during the call. */
  readonly surfaceLog?: string;
  /** A POSIX shell command that sends the last request of the surface again; `$BASE_URL`, `$TOKEN` and other credentials are variables. */
  readonly curl?: string;
}

/** One call of a surface: what it sent, what it received and what its caller saw. */
export interface ShownCall {
  readonly surface: SurfaceId;
  /** What the surface put on the wire for the smallest case, in order, and what came back. Empty: nothing was sent. */
  readonly exchanges: readonly ShownExchange[];
  /** Number of all exchanges, where `exchanges` has the first and the last ones only. */
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
  /** UTF-8 text of the body, shortened in the middle. Absent: there was none. */
  readonly body?: string;
  /** `body` is hexadecimal digits, because the bytes are not text. */
  readonly encoding?: 'hex';
  /** Bytes of the whole body, where `body` does not show all of it. */
  readonly bytes?: number;
}
