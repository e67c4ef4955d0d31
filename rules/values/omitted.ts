import type { Json } from '../../contract/json/json.js';

/** The text that is shown in place of an omitted value. It is not shown for `null`, which is a value. */
export const OMITTED = '(omitted)';

/** A value as a finding shows it: its JSON, or a text if the value is omitted. */
export function orOmitted(value: Json | undefined): Json {
  return value === undefined ? OMITTED : value;
}
