import type { Narrowed } from './narrowed-check.js';

/** What a worker is asked for: one check of the project in a folder. */
export interface CheckOrder extends Narrowed {
  readonly folder: string;
  readonly seed?: number;
  readonly runs?: number;
  /** The maximum number of generated cases of an operation on `rest`, which has more than any other surface. */
  readonly mostOnRest?: number;
}
