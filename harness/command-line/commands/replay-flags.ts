import type { DirectFlags } from '../direct/direct-config.js';

/** The command-line options of `parity replay`, before they are validated. */
export interface ReplayFlags extends DirectFlags {
  readonly surface?: readonly string[];
  readonly contract?: string;
}
