import type { Json } from '../../../contract/json/json.js';

/** Facts of the contract about one place of an input that help to find a smaller value. */
export interface PlaceHints {
  /** The values of `enum` and `const`, the preferred one first. Empty if other values are allowed. */
  readonly listed: readonly Json[];
  /** The minimal value of each branch, if the schema has alternatives; never null. */
  readonly alternatives: readonly Json[];
  /** Minimal texts of the formats, the preferred one first. */
  readonly texts: readonly string[];
  /** Whether the schema defines the name of the member. Other names are input and may be shortened. */
  declares(name: string): boolean;
  member(name: string): PlaceHints;
  item(index: number): PlaceHints;
}
