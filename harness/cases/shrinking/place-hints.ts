import type { Json } from '../../../contract/json/json.js';

/** Hints for shrinking the value at one place of an input, from the schema of this place. */
export interface PlaceHints {
  /** The values of `enum` and `const`, the preferred value first. Empty if the schema has neither. */
  readonly listed: readonly Json[];
  /** The minimal value of each branch, if the schema has alternatives. Does not contain null. */
  readonly alternatives: readonly Json[];
  /** Minimal strings of the formats, the preferred string first. */
  readonly texts: readonly string[];
  /**
   * Returns true if the schema declares a member with this name. Other names are chosen by the input, so they may be
   * shortened.
   */
  declares(name: string): boolean;
  member(name: string): PlaceHints;
  item(index: number): PlaceHints;
}
