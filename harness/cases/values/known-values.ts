import type { Json } from '../../../contract/json/json.js';

/** What is known about the values of an argument beyond its schema. */
export interface KnownValues {
  /** Values that refer to existing items in the test data of the service. */
  readonly known: readonly Json[];
  /** True if only known values are valid, for example because only the service issues valid values. */
  readonly only: boolean;
  /**
   * Set if the service may have more items than those in `known`. A value that is not in `known` may then also refer to
   * an existing item.
   */
  readonly areOthers?: true;
}

export const NOTHING_KNOWN: KnownValues = { known: [], only: false };

/** The kinds of cases that are generated at random. Any number of these cases can be made. */
export type DrawnKind = 'valid' | 'invalid';
