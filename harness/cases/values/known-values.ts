import type { Json } from '../../../contract/json/json.js';

/** What is known about the values of an argument beyond its schema. */
export interface KnownValues {
  /** Values that refer to existing items in the test data of the service. */
  readonly known: readonly Json[];
  /** True if no other values are valid, for example because only the service issues them. */
  readonly only: boolean;
  /**
   * Set if the service may have more items than those in `known`. A value that is not in `known` may then also refer to
   * an existing item.
   */
  readonly areOthers?: true;
}

export const NOTHING_KNOWN: KnownValues = { known: [], only: false };
/** Describes an argument whose values only the service issues, and of which none is known. */
export const ONLY_ISSUED: KnownValues = { known: [], only: true };

/** The kinds of cases that are random, so that any number of them can be made. */
export type DrawnKind = 'valid' | 'invalid';
