import { expect, test } from 'vitest';
import { isRisky } from './engine-risk.js';

test.each([
  '^[a-z]+$',
  '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  '[a-z]+$',
  '^\\d{3}-\\d{4}$',
  '^(a|b+c)*$',
  '^(?!x)[a-z]+$',
  '.*foo.*',
  '^.+@.+$',
  '^([0-9]{2}:){3}$',
  '(foo|bar)',
  '(',
])('the pattern %s is not risky for a backtracking engine', (pattern) => {
  expect(isRisky(pattern)).toBe(false);
});

test.each([
  '^(a+)+$',
  '^(a|aa)+$',
  '^(\\w+\\s?)*$',
  '(.*a){20}$',
  '^(?=.*\\d)(\\w+)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^(a|a?)+\\1$',
  '.*.*.*x',
  '(x+x+)+y',
  '((a?){20}a{20})+',
  `${'('.repeat(500)}a${')'.repeat(500)}`,
])('the pattern %s is risky for a backtracking engine', (pattern) => {
  expect(isRisky(pattern)).toBe(true);
});
