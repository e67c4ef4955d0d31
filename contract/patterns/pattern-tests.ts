import { patternTest } from './pattern-matcher.js';

/** The tests of a list of patterns, created once per list. */
const KNOWN = new WeakMap<readonly string[], readonly ((text: string) => boolean)[]>();

/** Whether a text matches all of `patterns`, which must not change. A match that was not decided counts as no match. */
export function matchesAll(patterns: readonly string[], text: string): boolean {
  return patterns.length === 0 || testsOf(patterns).every((test) => test(text));
}

/** Whether a text matches any of `patterns`, which must not change. */
export function matchesAny(patterns: readonly string[], text: string): boolean {
  return patterns.length > 0 && testsOf(patterns).some((test) => test(text));
}

/** Whether a text certainly does not match one of `patterns`, which must not change. Proofs may rely on it. */
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

/** A test for choosing candidates. Unlike in `patternTest`, a match that was not decided counts as no match. */
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
