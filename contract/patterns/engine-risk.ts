import { parsePattern, UnreadablePattern } from './parse-pattern.js';
import type { PatternTree } from './pattern-tree.js';
import { isLinear } from './linear-pattern.js';

/**
 * The maximum number of adjacent loops that may match the same characters. Each further loop multiplies the time by the
 * length of the text.
 */
const MAX_LOOPS = 2;
/** A repetition with at most this many optional rounds does not count as a loop. */
const FEW = 4;

/**
 * Whether a backtracking engine may take exponential time, or time with a high power of the text length, to match a
 * pattern. Programs that use `RegExp`, such as Prism, must not get such a pattern. The result is true for every risky
 * pattern, and may also be true for a harmless one.
 */
export function isRisky(pattern: string): boolean {
  try {
    const parsed = parsePattern(pattern);
    return !isLinear(parsed) && (parsed.hasBackreference || loopsOf(parsed.root) > MAX_LOOPS);
  } catch (error) {
    if (error instanceof UnreadablePattern) return true;
    // A pattern that does not compile is harmless, because no engine can run it.
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * The exponent of the text length in the longest matching time: 2 means that the time grows with the square of the
 * length. Infinite if a loop contains alternatives or other loops.
 */
function loopsOf(tree: PatternTree): number {
  switch (tree.kind) {
    case 'sequence':
      return tree.parts.reduce((sum, part) => sum + loopsOf(part), 0);
    case 'choice':
      return Math.max(...tree.options.map(loopsOf));
    case 'repeat': {
      if (tree.max <= 1) return loopsOf(tree.part);
      const inner = isAmbiguous(tree.part) ? Infinity : 0;
      return tree.max - tree.min <= FEW && inner === 0 ? 0 : 1 + inner;
    }
    case 'capture':
    case 'lookaround':
      return loopsOf(tree.part);
    default:
      return 0;
  }
}

/**
 * Whether a part of a pattern may match the same text in several ways. It may if it contains alternatives, or if it is
 * partly optional or repeated.
 */
function isAmbiguous(tree: PatternTree): boolean {
  switch (tree.kind) {
    case 'choice':
    case 'backreference':
    case 'lookaround':
      return true;
    case 'sequence':
      return tree.parts.some(isAmbiguous);
    case 'repeat':
      return tree.min !== tree.max || isAmbiguous(tree.part);
    case 'capture':
      return isAmbiguous(tree.part);
    default:
      return false;
  }
}
