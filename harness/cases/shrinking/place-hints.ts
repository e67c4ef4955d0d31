import type { Json } from '../../../contract/json/json.js';

/** What the contract states about one place in an input. Shrinking uses it to find smaller values. */
export interface PlaceHints {
  /** The values of `enum` and `const`, the preferred value first. Empty if the schema has neither. */
  readonly listed: readonly Json[];
  /** The minimal value of each branch, if the schema has alternatives. Does not contain null. */
  readonly alternatives: readonly Json[];
  /** Minimal strings of the formats, the preferred string first. */
  readonly texts: readonly string[];
  /**
   * Returns true if the schema defines the member name. A name that it does not define is chosen by the input, so it
   * may be shortened.
   */
  declares(name: string): boolean;
  member(name: string): PlaceHints;
  item(index: number): PlaceHints;
}
