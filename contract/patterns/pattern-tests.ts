import { patternTest } from './pattern-matcher.js';

/** The compiled tests for the patterns of each list. The list itself is the key of this cache. */
const KNOWN = new WeakMap<readonly string[], readonly ((text: string) => boolean)[]>();

/**
 * Whether a text matches all patterns. If the match of a pattern is stopped by the step limit, the text counts as not
 * matching. The compiled tests are cached by the list, so the content of the list must not change.
 */
export function matchesAll(patterns: readonly string[], text: string): boolean {
  return patterns.length === 0 || testsOf(patterns).every((test) => test(text));
}

/**
 * Whether a text matches any of the patterns. The compiled tests are cached by the list, so the content of the list
 * must not change.
 */
export function matchesAny(patterns: readonly string[], text: string): boolean {
  return patterns.length > 0 && testsOf(patterns).some((test) => test(text));
}

/**
 * Whether it is certain that a text fails to match at least one of the patterns. A match that the step limit stops is
 * not certain to fail. The content of the list must not change.
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
