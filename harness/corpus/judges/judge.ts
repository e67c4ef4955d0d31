import type { Json } from '../../../contract/json/json.js';

/**
 * The keyword that is reported for a violated `false` schema. Validators do not report the keyword that contains such a
 * schema.
 */
export const FALSE_SCHEMA = 'false schema';

/** One fault that a validator reports. */
export interface JudgedFault {
  readonly keyword: string;
  /** JSON pointer into the value. */
  readonly pointer: string;
}

/** An independent validator, compiled for one schema of the corpus. */
export interface SchemaJudge {
  readonly name: string;
  accepts(value: Json): boolean;
  /** The faults of a value; empty if it is valid. */
  faults(value: Json): readonly JudgedFault[];
  /**
   * Returns true if the value is valid when formats are ignored, as the tests of the suite expect (Validation §7.2.1).
   */
  acceptsLeniently(value: Json): boolean;
}
