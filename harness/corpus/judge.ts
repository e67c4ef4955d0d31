import type { Json } from '../../contract/json/json.js';

/** The keyword of a fault that only says that a `false` stands there, not under which keyword. */
export const FALSE_SCHEMA = 'false schema';

/** One thing that a validator says is wrong. */
export interface JudgedFault {
  readonly keyword: string;
  /** JSON pointer into the value. */
  readonly pointer: string;
}

/** A validator of others, on the schema as it is written. */
export interface SchemaJudge {
  readonly name: string;
  accepts(value: Json): boolean;
  /** Empty where the value is valid. */
  faults(value: Json): readonly JudgedFault[];
  /** Asserts no formats, as the suite's tests expect (Validation §7.2.1). */
  acceptsLeniently(value: Json): boolean;
}
