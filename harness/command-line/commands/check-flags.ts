import type { DirectFlags } from '../direct/direct-config.js';
import type { CompareFlags } from '../stored/earlier-report.js';

/** The command-line options of `parity check`, before they are validated. */
export interface CheckFlags extends DirectFlags, CompareFlags {
  readonly contract?: readonly string[];
  readonly surface?: readonly string[];
  readonly operation?: readonly string[];
  readonly exclude?: readonly string[];
  /**
   * Send only requests with safe methods. This is the default if the command line gives the URL of a running service.
   */
  readonly safe?: boolean;
  readonly phase?: readonly string[];
  readonly backend?: readonly ('reference' | 'mock')[];
  readonly runs?: number;
  readonly quick?: boolean;
  readonly seed?: number;
  readonly budget?: number;
  readonly shard?: { readonly index: number; readonly count: number };
  /** An earlier report. Its durations are used to balance the shards. */
  readonly balance?: string;
  readonly reports?: string;
  readonly minCoverage?: readonly string[];
  /** Findings that did not occur in every attempt also fail the run. */
  readonly strict?: boolean;
  /** A git revision. Only operations that changed since this revision are tested. */
  readonly changedSince?: string;
  /** Run the check again after each edit. */
  readonly watch?: boolean;
  /** A released git revision. Its surfaces are also tested with the service of the working tree. */
  readonly surfacesFrom?: string;
  /** A released git revision. Its service is also tested with the surfaces of the working tree. */
  readonly serviceFrom?: string;
  readonly probe?: { readonly servers: readonly string[]; readonly online: boolean };
}
