import { patternTest } from './pattern-matcher.js';

/** The compiled tests of each list of patterns. */
const KNOWN = new WeakMap<readonly string[], readonly ((text: string) => boolean)[]>();

/**
 * Whether a text matches all patterns. If the step limit ends a match, the pattern counts as not matched. Results are
 * cached by the list, so its content must not change.
 */
export function matchesAll(patterns: readonly string[], text: string): boolean {
  return patterns.length === 0 || testsOf(patterns).every((test) => test(text));
}

/** Whether a text matches any of the patterns. The tests are cached by the list, so its content must not change. */
export function matchesAny(patterns: readonly string[], text: string): boolean {
  return patterns.length > 0 && testsOf(patterns).some((test) => test(text));
}

/**
 * Whether it is certain that a text fails to match at least one of the patterns. If the step limit ends a match, the
 * text may match, so the result is not `true` because of this pattern. The content of the list must not change.
 */
export function missesAny(patterns: readonly string[], text: string): boolean {
  return (
    patterns.length > 0 && !matchesAll(patterns, text) && patterns.map(patternTest).some((test) => isMissed(test, text))
  );
}

function isMissed(test: (text: string) => boolean, text: string): boolean {
  try {
    return !test(text);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function testsOf(patterns: readonly string[]): readonly ((text: string) => boolean)[] {
  let tests = KNOWN.get(patterns);
  if (tests === undefined) {
    tests = patterns.map(decidedTest);
    KNOWN.set(patterns, tests);
  }
  return tests;
}

/** A test for a pattern that never throws. If the step limit ends a match, the text counts as not matching. */
export function decidedTest(pattern: string): (text: string) => boolean {
  const test = patternTest(pattern);
  return (text) => {
    try {
      return test(text);
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  };
}
