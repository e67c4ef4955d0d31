import { patternTest } from './pattern-matcher.js';

/** Those of a list of patterns, made once for the list. */
const KNOWN = new WeakMap<readonly string[], readonly ((text: string) => boolean)[]>();

/** Whether a text matches all of `patterns`, which must not change. Where that was not decided, it does not. */
export function matchesAll(patterns: readonly string[], text: string): boolean {
  return patterns.length === 0 || testsOf(patterns).every((test) => test(text));
}

/** Whether a text matches any of `patterns`, which must not change. */
export function matchesAny(patterns: readonly string[], text: string): boolean {
  return patterns.length > 0 && testsOf(patterns).some((test) => test(text));
}

/** Whether it is decided that a text misses one of `patterns`, which must not change: what proofs may build on. */
export function missesAny(patterns: readonly string[], text: string): boolean {
  return patterns.length > 0 && !matchesAll(patterns, text) && patterns.map(patternTest).some((test) => isMissed(test, text));
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

/** `patternTest` for choosing what to try: where a match was not decided, there is none. */
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
