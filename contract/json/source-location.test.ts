import { expect, test } from 'vitest';
import { formatLocation } from './source-location.js';

test.each<[string, number, number, string, string]>([
  ['a place in a file in several lines', 12, 40, '/paths/~1a', 'a.json:12:40'],
  ['a place on the only line of a file', 1, 814, '/paths/~1a', 'a.json:1:814 (/paths/~1a)'],
  ['an early place on the only line of a file', 1, 20, '/info', 'a.json:1:20 (/info)'],
  ['the whole file', 1, 1, '', 'a.json:1:1'],
  ['the version on the first line of a file', 1, 10, '/openapi', 'a.json:1:10'],
  ['a place on a later long line', 2, 900, '/paths', 'a.json:2:900 (/paths)'],
])('a location has the JSON pointer only if its line is long: %s → $4', (_, line, column, pointer, want) => {
  expect(formatLocation({ file: 'a.json', line, column, pointer })).toBe(want);
});
