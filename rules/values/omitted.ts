import type { Json } from '../../contract/json/json.js';

/** The text that is shown in place of a missing value; `null` is a value. */
export const OMITTED = '(omitted)';

/** A value as a finding shows it, in JSON. */
export function orOmitted(value: Json | undefined): Json {
  return value === undefined ? OMITTED : value;
}
