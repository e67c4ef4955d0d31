import { parsePattern, UnreadablePattern } from './parse-pattern.js';
import type { PatternTree } from './pattern-tree.js';
import { isLinear } from './linear-pattern.js';

/** Loops in a row that may share characters: each multiplies the time by the length of the text. */
const MAX_LOOPS = 2;
/** Fewer rounds are no loop. */
const FEW = 4;

/**
 * Whether a backtracking engine may take exponential time on a pattern, or a high power of the length of a text. For code of
 * others that matches with the engine's own `RegExp`: what it says yes to must not get there. It errs on the side of yes.
 */
export function isRisky(pattern: string): boolean {
  try {
    const parsed = parsePattern(pattern);
    return !isLinear(parsed) && (parsed.hasBackreference || loopsOf(parsed.root) > MAX_LOOPS);
  } catch (error) {
    if (error instanceof UnreadablePattern) return true;
    // Nobody can compile it.
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** The power of the length that the time may grow with; endless where alternatives or loops are within a loop. */
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

/** Whether a part may match one text in several ways: it has alternatives, or parts that may be left out or repeated. */
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
