import type { DirectFlags } from '../direct/direct-config.js';
import type { CompareFlags } from '../stored/earlier-report.js';

/** The options of `parity check` as they come from the command line. */
export interface CheckFlags extends DirectFlags, CompareFlags {
  readonly contract?: readonly string[];
  readonly surface?: readonly string[];
  readonly operation?: readonly string[];
  readonly exclude?: readonly string[];
  /** Send only safe methods; the default for a service that is named by its URL. */
  readonly safe?: boolean;
  readonly phase?: readonly string[];
  readonly backend?: readonly ('reference' | 'mock')[];
  readonly runs?: number;
  readonly quick?: boolean;
  readonly seed?: number;
  readonly budget?: number;
  readonly shard?: { readonly index: number; readonly count: number };
  /** A report whose times balance the shards. */
  readonly balance?: string;
  readonly reports?: string;
  readonly minCoverage?: readonly string[];
  /** Unsteady findings also fail the run. */
  readonly strict?: boolean;
  /** A git revision. Only operations that changed since then are requested. */
  readonly changedSince?: string;
  /** Checks again after each edit. */
  readonly watch?: boolean;
  /** A released revision. Its surfaces also run with the service of the working tree. */
  readonly surfacesFrom?: string;
  /** A released revision. Its service also answers the surfaces of the working tree. */
  readonly serviceFrom?: string;
  readonly probe?: { readonly servers: readonly string[]; readonly online: boolean };
}
