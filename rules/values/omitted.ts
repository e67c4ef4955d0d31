import type { Json } from '../../contract/json/json.js';

/** Stands for a value that is not there; `null` is a value. */
export const OMITTED = '(omitted)';

/** A value as a finding shows it. */
export function orOmitted(value: Json | undefined): Json {
  return value === undefined ? OMITTED : value;
}
