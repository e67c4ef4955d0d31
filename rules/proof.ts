import type { HeaderPair } from '../contract/wire/message.js';
import type { SurfaceId } from '../surfaces/observation.js';

/** The traffic that shows a finding, in texts that are bounded and safe to print; secrets are redacted with the whole entry. */
export interface Proof {
  readonly surface: SurfaceId;
  /** What the surface put on the wire for the smallest case, in order, and what came back. Empty: nothing was sent. */
  readonly exchanges: readonly ShownExchange[];
  /** What the caller of the surface saw. */
  readonly outcome: string;
  /** The same case on a surface that does not show the finding. */
  readonly sibling?: { readonly surface: SurfaceId; readonly exchanges: readonly ShownExchange[]; readonly outcome: string };
  /** The last lines that the service wrote to standard error during the call. */
  readonly serviceLog?: string;
  /** The last lines that the surface or its driver wrote to standard error during the call. */
  readonly surfaceLog?: string;
  /** A command that sends the last request of the surface: `curl … "$BASE_URL/items"`, the token as `$TOKEN`. */
  readonly curl?: string;
}

export interface ShownExchange {
  readonly request: ShownMessage & { readonly method: string; readonly target: string };
  /** `reason`: why there was no reply. */
  readonly response: (ShownMessage & { readonly status: number }) | { readonly reason: string };
}

export interface ShownMessage {
  readonly headers: readonly HeaderPair[];
  /** UTF-8 text of the body, shortened in the middle; other bytes as hexadecimal digits. Absent: there was none. */
  readonly body?: string;
  /** Bytes of the whole body, where `body` does not show all of it. */
  readonly bytes?: number;
}
