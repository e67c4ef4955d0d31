import type { Narrowed } from './narrowed-check.js';

/** What a worker is asked for: one check of the project in a folder. */
export interface CheckOrder extends Narrowed {
  readonly folder: string;
  readonly seed?: number;
  readonly runs?: number;
  /** Most generated cases of an operation on `rest`, which has the most of all surfaces. */
  readonly mostOnRest?: number;
}
