import { parsePattern, UnreadablePattern } from '../../../contract/patterns/parse-pattern.js';
import type { PatternTree } from '../../../contract/patterns/pattern-tree.js';
import { simplestOf } from './pattern-source.js';

/** The maximum number of alternatives of a pattern for which a string is written. */
const MOST_BRANCHES = 24;

/**
 * For each alternative of a pattern, the simplest string that matches this alternative, such as `0` and `1` for
 * `0|-?[1-9]\d*`. Strings of outer alternatives come first. The caller must test whether the strings match the whole
 * pattern. Empty if the pattern cannot be parsed.
 */
export function branchTexts(pattern: string): readonly string[] {
  try {
    const { root } = parsePattern(pattern);
    const branches = optionsOf(root).slice(0, MOST_BRANCHES);
    const trees = branches.map((option) => narrowed(root, option, option)).filter((tree) => tree !== undefined);
    return [...new Set(trees.map(simplestOf))];
  } catch (error) {
    if (error instanceof UnreadablePattern || error instanceof SyntaxError) return [];
    throw error;
  }
}

/** The alternatives of a pattern, outer ones before inner ones. Those in lookaheads and lookbehinds are left out. */
function optionsOf(tree: PatternTree): readonly PatternTree[] {
  switch (tree.kind) {
    case 'sequence':
      return tree.parts.flatMap(optionsOf);
    case 'choice':
      return [...tree.options, ...tree.options.flatMap(optionsOf)];
    case 'repeat':
    case 'capture':
      return optionsOf(tree.part);
    default:
      return [];
  }
}

/**
 * A copy of the pattern in which `by` replaces `part`, and from which all alternatives to `part` are removed. For
 * example, `a(b|c)` becomes `ad` if `part` is `b` and `by` is `d`. `undefined` if the pattern does not contain the
 * part.
 */
export function narrowed(tree: PatternTree, part: PatternTree, by: PatternTree): PatternTree | undefined {
  if (tree === part) return by;
  switch (tree.kind) {
    case 'sequence': {
      const parts = tree.parts.map((each) => narrowed(each, part, by));
      const at = parts.findIndex((each) => each !== undefined);
      const changed = parts[at];
      return changed && { kind: 'sequence', parts: tree.parts.with(at, changed) };
    }
    case 'choice':
      return tree.options.map((option) => narrowed(option, part, by)).find((option) => option !== undefined);
    case 'repeat': {
      // The earlier repetitions stay unchanged; the last one goes through the part.
      const last = narrowed(tree.part, part, by);
      const others = Math.max(0, tree.min - 1);
      return last && { kind: 'sequence', parts: [{ ...tree, min: others, max: others }, last] };
    }
    case 'capture': {
      const within = narrowed(tree.part, part, by);
      return within && { ...tree, part: within };
    }
    default:
      return undefined;
  }
}
