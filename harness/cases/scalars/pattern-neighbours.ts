import { CharacterSet } from '../../../contract/patterns/character-set.js';
import { parsePattern, UnreadablePattern } from '../../../contract/patterns/parse-pattern.js';
import { decidedTest } from '../../../contract/patterns/pattern-tests.js';
import type { PatternTree } from '../../../contract/patterns/pattern-tree.js';
import { narrowed } from './pattern-branches.js';
import { simplestOf } from './pattern-source.js';

/** The maximum number of character ranges of a pattern that are examined. */
const MOST_SETS = 100;
/** A private-use character. While a string is written, it stands for the character next to a range. */
const MARK = '\uE000';
const MARKED: PatternTree = { kind: 'set', set: new CharacterSet(MARK, false) };

/** Caches of the results for each pattern, because many mutations of one value use the same pattern. */
const [KNOWN, KNOWN_LENGTHS] = [new Map<string, readonly string[]>(), new Map<string, readonly string[]>()];
const MOST_KNOWN = 1000;

/**
 * Strings that differ from a match of the pattern in one character, which is just outside a character range of the
 * pattern, such as `8` for `[0-7]`. Empty if the pattern cannot be parsed. The order of the strings:
 * - first, those in which this character is a digit or a letter, because a range that is one too long usually contains
 *   one of them;
 * - then longer strings before shorter ones;
 * - of equally long strings, first those with this character nearest to their end, because more of the pattern must
 *   match before it.
 */
export function patternNeighbours(pattern: string): readonly string[] {
  return cached(KNOWN, pattern, neighboursOf);
}

function cached(
  cache: Map<string, readonly string[]>,
  pattern: string,
  make: (pattern: string) => readonly string[],
): readonly string[] {
  let known = cache.get(pattern);
  if (known === undefined) {
    known = make(pattern);
    if (cache.size >= MOST_KNOWN) cache.clear();
    cache.set(pattern, known);
  }
  return known;
}

function neighboursOf(pattern: string): readonly string[] {
  try {
    const { root } = parsePattern(pattern);
    const matches = decidedTest(pattern);
    const ranges = setsOf(root).filter(({ set }) => outsideOf(set).length > 0);
    const texts = ranges.slice(0, MOST_SETS).flatMap((leaf) => textsBeside(root, leaf));
    const refused = texts.filter(({ text }) => !matches(text));
    const ordered = refused.toSorted((a, b) => b.rank - a.rank || b.text.length - a.text.length || b.at - a.at);
    return [...new Set(ordered.map(({ text }) => text))];
  } catch (error) {
    if (error instanceof UnreadablePattern || error instanceof SyntaxError) return [];
    throw error;
  }
}

/**
 * Quantifiers with a larger maximum than this are not examined, because a string that exceeds it would be very long.
 */
const MOST_REPEATED = 2000;

/**
 * Strings that a pattern refuses only because of their length: a part is repeated once more than a quantifier such as
 * `{1,40}` or `{14}` permits. Strings with one repetition too few follow. Empty if the pattern cannot be parsed.
 */
export function lengthNeighbours(pattern: string): readonly string[] {
  return cached(KNOWN_LENGTHS, pattern, otherLengths);
}

function otherLengths(pattern: string): readonly string[] {
  try {
    const { root } = parsePattern(pattern);
    const matches = decidedTest(pattern);
    const repeats = repeatsOf(root).filter(({ max }) => max >= 2 && max <= MOST_REPEATED);
    const repeated = (each: RepeatTree, times: number): readonly string[] => {
      const tree = narrowed(root, each, { ...each, min: times, max: times });
      return tree === undefined ? [] : [simplestOf(tree)];
    };
    const longer = repeats.flatMap((each) => repeated(each, each.max + 1));
    const shorter = repeats.filter(({ min }) => min >= 2).flatMap((each) => repeated(each, each.min - 1));
    return [...new Set([...longer, ...shorter])].filter((text) => !matches(text));
  } catch (error) {
    if (error instanceof UnreadablePattern || error instanceof SyntaxError) return [];
    throw error;
  }
}

type RepeatTree = Extract<PatternTree, { readonly kind: 'repeat' }>;

/** The repetitions of a pattern. Those in lookaheads and lookbehinds are left out. */
function repeatsOf(tree: PatternTree): readonly RepeatTree[] {
  switch (tree.kind) {
    case 'sequence':
      return tree.parts.flatMap(repeatsOf);
    case 'choice':
      return tree.options.flatMap(repeatsOf);
    case 'repeat':
      return [tree, ...repeatsOf(tree.part)];
    case 'capture':
      return repeatsOf(tree.part);
    default:
      return [];
  }
}

type SetTree = Extract<PatternTree, { readonly kind: 'set' }>;

/** The character sets of a pattern. Sets in lookaheads and lookbehinds are left out. */
function setsOf(tree: PatternTree): readonly SetTree[] {
  switch (tree.kind) {
    case 'set':
      return [tree];
    case 'sequence':
      return tree.parts.flatMap(setsOf);
    case 'choice':
      return tree.options.flatMap(setsOf);
    case 'repeat':
    case 'capture':
      return setsOf(tree.part);
    default:
      return [];
  }
}

interface Beside {
  readonly text: string;
  /** The position in the string of the character that is just outside a range. */
  readonly at: number;
  /** 1 if the character just outside the range is a digit or a letter, otherwise 0. */
  readonly rank: 0 | 1;
}

/**
 * Strings that match the pattern except for one character of the set, which is replaced by a character just outside of
 * the set's ranges.
 */
function textsBeside(root: PatternTree, leaf: SetTree): readonly Beside[] {
  const beside = outsideOf(leaf.set);
  const marked = narrowed(root, leaf, MARKED);
  if (marked === undefined) return [];
  const text = simplestOf(marked);
  const at = text.lastIndexOf(MARK);
  return beside.map((character) => ({
    text: text.replaceAll(MARK, () => character),
    at,
    rank: /\w/.test(character) ? 1 : 0,
  }));
}

const [FIRST_PRINTABLE, LAST_PRINTABLE] = [0x20, 0x7e];

/** The printable ASCII characters next to the ranges of a set. A range has at least two characters. */
function outsideOf(set: CharacterSet): readonly string[] {
  const found: number[] = [];
  for (let code = FIRST_PRINTABLE; code <= LAST_PRINTABLE; code += 1) {
    if (set.has(code)) continue;
    if ((set.has(code - 1) && set.has(code - 2)) || (set.has(code + 1) && set.has(code + 2))) found.push(code);
  }
  return found.map((code) => String.fromCharCode(code));
}
