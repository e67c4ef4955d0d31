import { Automaton } from './automaton.js';
import { backtrackingTest } from './backtracking.js';
import { parsePattern, UnreadablePattern } from './parse-pattern.js';
import { isLinear } from './linear-pattern.js';
import { compileProgram, CostlyPattern, AUTOMATON_DIRECTION, BACKTRACKING_DIRECTION } from './program.js';

/** The longest text that is passed to the engine. The engine stores data for each character that a loop matches. */
const LONGEST_FOR_ENGINE = 100_000;

/**
 * Returns a test for whether a pattern (ECMA-262 with the `u` flag) matches a text, with the results of `RegExp.test`.
 * The test cannot hang. Where the backtracking of the engine might take more than linear time, an automaton matches;
 * only patterns with backreferences use backtracking. Both limit their steps and throw `UndecidedMatch`, a
 * `RangeError`, at the limit; an automaton reaches it only for texts of megabytes. Throws `SyntaxError`,
 * `UnreadablePattern` or `CostlyPattern` for a pattern that cannot be used; see `patternFault`.
 */
export function patternTest(pattern: string): (text: string) => boolean {
  const parsed = parsePattern(pattern);
  if (parsed.hasBackreference) return backtrackingTest(compileProgram(parsed, BACKTRACKING_DIRECTION));
  let automaton: Automaton | undefined;
  const swept = (): Automaton => (automaton ??= new Automaton(compileProgram(parsed, AUTOMATON_DIRECTION)));
  if (!isLinear(parsed)) {
    // The pattern is accepted or rejected here, not when the first text is tested.
    const searching = swept();
    return (text) => searching.test(text);
  }
  const expression = new RegExp(pattern, 'u');
  // The engine only detects some oversized patterns on the first run.
  expression.test('');
  return (text) => (text.length <= LONGEST_FOR_ENGINE ? expression.test(text) : swept().test(text));
}

/** The reason why a pattern cannot be used; `undefined` if there is none. */
export function patternFault(pattern: string): string | undefined {
  try {
    patternTest(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof CostlyPattern || error instanceof UnreadablePattern) return `it ${error.message}`;
    return error instanceof Error ? error.message : String(error);
  }
}
