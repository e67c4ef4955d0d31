import { expect, test } from 'vitest';
import { branchTexts } from './pattern-branches.js';

test.each<readonly [string, readonly string[]]>([
  ['^(0|-?[1-9][0-9]*|none)$', ['0', '1', 'none']],
  ['^(?:a(?:b|c)|d){2}$', ['dab', 'dd', 'dac']],
  ['^v(1|2(?:x|y))$', ['v1', 'v2x', 'v2y']],
  ['^abc$', []],
  ['(', []],
])('writes a string for each alternative of the pattern /%s/', (pattern, want) => {
  expect(branchTexts(pattern)).toEqual(want);
});

test('writes at most 24 strings for a pattern, of the outer alternatives first', () => {
  const inner = Array.from({ length: 40 }, (_, index) => `i${index}`).join('|');
  const found = branchTexts(`^(?:first|(?:${inner})|last)$`);
  expect(found.slice(0, 3)).toEqual(['first', 'i0', 'last']);
  expect(found.length).toBeLessThanOrEqual(24);
});
