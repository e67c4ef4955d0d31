import type { Case } from '../contract/case.js';
import type { OperationId } from '../contract/operation.js';
import type { Exchange, WireResponse } from './exchange.js';
import type { Outcome } from './outcome.js';

/** `rest`, `sdk_typescript`, `cli`, `mcp`, or a name the user gave. */
export type SurfaceId = string;

/** One case performed by one surface: what its caller saw and what its tap recorded meanwhile. */
export interface Observation {
  readonly surface: SurfaceId;
  readonly case: Case;
  readonly outcome: Outcome;
  readonly exchanges: readonly Exchange[];
  /** The replies to the calls that came before the case's own; absent where there were none. */
  readonly setupReplies?: readonly WireResponse[];
  /** What the service kept before and after a call that it refused; only where that was looked at. */
  readonly kept?: KeptState;
  /** The pages that follow the reply, by the contract's own link; only where they were looked at. */
  readonly pages?: readonly WireResponse[];
}

/** Texts of the same pages of one collection, read past the surface. */
export interface KeptState {
  readonly reader: OperationId;
  readonly before: readonly string[];
  readonly after: readonly string[];
}
