import type { DirectFlags } from '../direct/direct-config.js';

/** The options of `parity replay` as they come from the command line. */
export interface ReplayFlags extends DirectFlags {
  readonly surface?: readonly string[];
  readonly contract?: string;
}
