import { expect, test } from 'vitest';
import { compatiblePattern } from './compatible-pattern.js';

test.each([
  ['^[a-z]+$', '^[a-z]+$'],
  ['^[\\w.-]+\\@x\\.y$', '^[\\w.-]+@x\\.y$'],
  ['\\-\\_\\"\\/', '-_"\\/'],
  ['[\\w-.]', '[\\w\\-.]'],
  ['[a-\\d]', '[a\\-\\d]'],
  ['[^\\_\\-\\]]', '[^_\\-\\]]'],
  ['a{', 'a\\{'],
  ['a{2}\\-{', 'a{2}-\\{'],
  ['{a}]', '\\{a\\}\\]'],
  ['\\p{L}\\-', '\\p{L}-'],
  ['\\u00e9\\xe9\\-', '\\u00e9\\xe9-'],
  ['\\x\\-', 'x-'],
  // These patterns stay unchanged. They compile neither with the flag nor without it, or cannot be written for the
  // flag. The reader reports them.
  ['(?i)a', '(?i)a'],
  ['(', '('],
  ['\\8', '\\8'],
])('the OpenAPI 3.0 pattern %s becomes %s', (given, want) => {
  expect(compatiblePattern(given)).toBe(want);
});

test('a compatible pattern matches the same texts as the original', () => {
  const texts = ['a', '-', '@', '_', '.', 'a{', '{', '}', ']', 'a-', 'w', '"', '\\', 'a.b', ''];
  for (const pattern of ['[\\w-.]', '\\-', 'a{', '^{a}]$|^\\"$', '[\\_\\-]', '^[^\\@\\-]$']) {
    const rewritten = new RegExp(compatiblePattern(pattern), 'u');
    for (const text of texts)
      expect([pattern, text, rewritten.test(text)]).toEqual([pattern, text, new RegExp(pattern).test(text)]);
  }
});
