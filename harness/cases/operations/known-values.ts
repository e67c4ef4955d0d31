import type { Json } from '../../../contract/json/json.js';

/** What is known about an argument beyond its schema. */
export interface KnownValues {
  /** Values that name something in the fixture. */
  readonly known: readonly Json[];
  /** Nothing else is valid: an opaque value that only the service issues. */
  readonly only: boolean;
}

export const NOTHING_KNOWN: KnownValues = { known: [], only: false };
