import type { CharacterSet } from './character-set.js';

/**
 * A parsed regular expression in the dialect of `pattern`: ECMA-262 with the `u` flag (JSON Schema Core §6.4). One code
 * point is one character.
 */
export type PatternTree =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternTree[] }
  | RepeatTree
  | CaptureTree
  | BackreferenceTree
  | AssertionTree
  | LookaroundTree;

export interface RepeatTree {
  readonly kind: 'repeat';
  readonly part: PatternTree;
  readonly min: number;
  readonly max: number;
  readonly lazy: boolean;
  /**
   * The numbers `[from, to)` of the capturing groups inside. Every round of the repetition resets these groups
   * (ECMA-262 §22.2.2.3.1, RepeatMatcher).
   */
  readonly captures: readonly [from: number, to: number];
}

interface CaptureTree {
  readonly kind: 'capture';
  /** The number of the group, from 1, in the order of opening parentheses. */
  readonly index: number;
  readonly part: PatternTree;
}

/** A backreference. A name may refer to several groups, of which at most one has matched. */
export interface BackreferenceTree {
  readonly kind: 'backreference';
  readonly groups: readonly number[];
  readonly ignoreCase: boolean;
}

export interface AssertionTree {
  readonly kind: 'assertion';
  readonly assertion: 'start' | 'end' | 'line-start' | 'line-end' | 'boundary' | 'no-boundary';
  /** The word characters for `\b`; unused by other assertions. */
  readonly word: CharacterSet;
}

interface LookaroundTree {
  readonly kind: 'lookaround';
  readonly ahead: boolean;
  readonly negative: boolean;
  readonly part: PatternTree;
}

/** A whole pattern. */
export interface Pattern {
  readonly root: PatternTree;
  readonly captures: number;
  readonly hasBackreference: boolean;
}
