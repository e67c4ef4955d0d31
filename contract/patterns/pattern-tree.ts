import type { CharacterSet } from './character-set.js';

/**
 * A parsed regular expression in the dialect of the keyword `pattern`: ECMA-262 with the `u` flag (JSON Schema Core
 * §6.4), so one code point is one character.
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
   * The numbers of the capturing groups in the repeated part, from `from` to before `to`. Every round of the repetition
   * resets these groups (ECMA-262 §22.2.2.3.1, RepeatMatcher).
   */
  readonly captures: readonly [from: number, to: number];
}

interface CaptureTree {
  readonly kind: 'capture';
  /** The number of the capturing group. Groups are numbered from 1, in the order of their opening parentheses. */
  readonly index: number;
  readonly part: PatternTree;
}

/**
 * A backreference to a group. If several groups share the name, `groups` has the numbers of all of them; at most one of
 * them has matched.
 */
export interface BackreferenceTree {
  readonly kind: 'backreference';
  readonly groups: readonly number[];
  readonly ignoreCase: boolean;
}

export interface AssertionTree {
  readonly kind: 'assertion';
  readonly assertion: 'start' | 'end' | 'line-start' | 'line-end' | 'boundary' | 'no-boundary';
  /** The word characters that `\b` and `\B` distinguish from other characters. Other assertions do not use this set. */
  readonly word: CharacterSet;
}

interface LookaroundTree {
  readonly kind: 'lookaround';
  readonly ahead: boolean;
  readonly negative: boolean;
  readonly part: PatternTree;
}

/** A parsed pattern, with the number of its capturing groups. */
export interface Pattern {
  readonly root: PatternTree;
  readonly captures: number;
  readonly hasBackreference: boolean;
}
