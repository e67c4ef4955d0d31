import type { Narrowed } from './narrowed-check.js';

/** A request to a worker: one check of the project in a folder. */
export interface CheckOrder extends Narrowed {
  readonly folder: string;
  readonly seed?: number;
  readonly runs?: number;
  /** Set for a run with the cases of `--quick`. */
  readonly isQuick?: boolean;
  /** The maximum number of generated cases of an operation on `rest`. Other surfaces have fewer. */
  readonly mostOnRest?: number;
}
