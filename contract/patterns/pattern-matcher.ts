import { Automaton } from './automaton.js';
import { backtrackingTest } from './backtracking.js';
import { parsePattern, UnreadablePattern } from './parse-pattern.js';
import { isLinear } from './linear-pattern.js';
import { compileProgram, CostlyPattern, AUTOMATON_DIRECTION, BACKTRACKING_DIRECTION } from './program.js';

/** Longer texts are not given to the engine: it keeps something for each character that a loop takes. */
const LONGEST_FOR_ENGINE = 100_000;

/**
 * Tells whether a pattern (ECMA-262 with the `u` flag) is found in a text; the answers are those of `RegExp.test`. It cannot
 * hang: where the engine's backtracking might be more than linear, an automaton matches. Only patterns with backreferences are
 * tried. Both count their steps and throw `UndecidedMatch`, a `RangeError`, beyond their bound: an automaton needs a text of
 * megabytes for that.
 * Throws `SyntaxError`, `UnreadablePattern` or `CostlyPattern` for a pattern that cannot be used: see `patternFault`.
 */
export function patternTest(pattern: string): (text: string) => boolean {
  const parsed = parsePattern(pattern);
  if (parsed.hasBackreference) return backtrackingTest(compileProgram(parsed, BACKTRACKING_DIRECTION));
  let automaton: Automaton | undefined;
  const swept = (): Automaton => (automaton ??= new Automaton(compileProgram(parsed, AUTOMATON_DIRECTION)));
  if (!isLinear(parsed)) {
    // The pattern is taken or refused when it is read, not with the first text.
    const searching = swept();
    return (text) => searching.test(text);
  }
  const expression = new RegExp(pattern, 'u');
  // Some patterns are found too large only when first run.
  expression.test('');
  return (text) => (text.length <= LONGEST_FOR_ENGINE ? expression.test(text) : swept().test(text));
}

/** Why a pattern cannot be used; `undefined` where it can. */
export function patternFault(pattern: string): string | undefined {
  try {
    patternTest(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof CostlyPattern || error instanceof UnreadablePattern) return `it ${error.message}`;
    return error instanceof Error ? error.message : String(error);
  }
}
