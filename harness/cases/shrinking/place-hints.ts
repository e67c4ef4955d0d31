import type { Json } from '../../../contract/json/json.js';

/** What a contract states about one place of an input, as far as it helps to find a smaller value there. */
export interface PlaceHints {
  /** The values of `enum` and `const`, the preferred one first; empty where other values are allowed. */
  readonly listed: readonly Json[];
  /** The minimal value of each branch, where the schema leaves a choice; never null. */
  readonly alternatives: readonly Json[];
  /** Minimal texts of the formats, the preferred one first. */
  readonly texts: readonly string[];
  /** Whether the schema gives the member its name, so that the name is no input. */
  declares(name: string): boolean;
  member(name: string): PlaceHints;
  item(index: number): PlaceHints;
}
