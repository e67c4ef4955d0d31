import type { Json } from '../../contract/json/json.js';

/** The text that is shown in place of an omitted value. It is not shown for `null`, which is a value. */
export const OMITTED = '(omitted)';

/** A value in the form in which a finding shows it: the value itself, or the text `(omitted)` if there is none. */
export function orOmitted(value: Json | undefined): Json {
  return value === undefined ? OMITTED : value;
}
