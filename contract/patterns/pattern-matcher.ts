import { Automaton } from './automaton.js';
import { backtrackingTest } from './backtracking.js';
import { parsePattern, UnreadablePattern } from './parse-pattern.js';
import { isLinear } from './linear-pattern.js';
import { compileProgram, CostlyPattern, AUTOMATON_DIRECTION, BACKTRACKING_DIRECTION } from './program.js';

/**
 * The maximum length of a text that is passed to the engine. The engine allocates memory for each character that a loop
 * matches.
 */
const LONGEST_FOR_ENGINE = 100_000;

/**
 * Returns a test for a pattern (ECMA-262 with the `u` flag). Its results equal those of `RegExp.test`, but the test
 * cannot hang:
 * - The JavaScript engine is used only for patterns that it matches in linear time, and for texts of limited length.
 * - An automaton is used for other patterns and texts. It throws `UndecidedMatch`, a `RangeError`, at its step limit,
 *   which only texts of megabytes reach.
 * - A backtracking matcher with a step limit is used for patterns with backreferences. It also throws `UndecidedMatch`.
 *
 * Throws `SyntaxError`, `UnreadablePattern` or `CostlyPattern` for a pattern that cannot be used; see `patternFault`.
 */
export function patternTest(pattern: string): (text: string) => boolean {
  const parsed = parsePattern(pattern);
  if (parsed.hasBackreference) return backtrackingTest(compileProgram(parsed, BACKTRACKING_DIRECTION));
  let automaton: Automaton | undefined;
  const swept = (): Automaton => (automaton ??= new Automaton(compileProgram(parsed, AUTOMATON_DIRECTION)));
  if (!isLinear(parsed)) {
    // Creating the automaton here reports an unusable pattern now, not when the first text is tested.
    const searching = swept();
    return (text) => searching.test(text);
  }
  const expression = new RegExp(pattern, 'u');
  // Some oversized patterns are detected only by running them once.
  expression.test('');
  return (text) => (text.length <= LONGEST_FOR_ENGINE ? expression.test(text) : swept().test(text));
}

/** The reason why a pattern cannot be used; `undefined` if it can be used. */
export function patternFault(pattern: string): string | undefined {
  try {
    patternTest(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof CostlyPattern || error instanceof UnreadablePattern) return `it ${error.message}`;
    return error instanceof Error ? error.message : String(error);
  }
}
