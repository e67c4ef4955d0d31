import type { Json } from '../../../contract/json/json.js';

/** Facts about an argument that its schema does not state. */
export interface KnownValues {
  /** Values that identify something in the fixture. */
  readonly known: readonly Json[];
  /** Whether no other value is valid, as for an opaque value that only the service issues. */
  readonly only: boolean;
  /** Set if the service may have further items. Then it cannot be assumed that other values are unknown. */
  readonly areOthers?: true;
}

export const NOTHING_KNOWN: KnownValues = { known: [], only: false };
/** The values of an argument that only the service issues. None of them is known. */
export const ONLY_ISSUED: KnownValues = { known: [], only: true };

/** Kinds for which any number of cases can be drawn. */
export type DrawnKind = 'valid' | 'invalid';
