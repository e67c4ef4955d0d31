import { expect, test } from 'vitest';
import { lengthNeighbours, patternNeighbours } from './pattern-neighbours.js';

test.each<readonly [string, readonly string[]]>([
  ['^[0-7]$', ['8', '/']],
  ['^(?:[01]\\d|2[0-3]):[0-5]\\d$', ['24:00', '00:60']],
  ['^(0|-?[1-9][0-9]{0,2}|922[0-7])$', ['9228']],
  ['^[A-F]{2}-[a-z]+$', ['AG-a', 'A@-a', 'AA-{', 'AA-`']],
  ['^v[1-9][0-9]*$', ['v1:', 'v0']],
  ['^(?=.*\\d)[a-z\\d]{2,}$', ['a{', 'a`']],
  ['^abc$', []],
  ['^[^]*$', []],
  ['(', []],
])('finds strings that differ from a match of the pattern /%s/ in one character: $1', (pattern, want) => {
  const found = patternNeighbours(pattern);
  expect(want.filter((text) => !found.includes(text))).toEqual([]);
  if (want.length === 0) expect(found).toEqual([]);
  else expect(found.filter((text) => new RegExp(pattern, 'u').test(text))).toEqual([]);
});

test('strings with a digit just outside of a range come first, the longest of them before the others', () => {
  const found = patternNeighbours('^([0-6][0-9]{2}|7[0-4][0-9]|75[0-2]|[0-7])$');
  expect(found.slice(0, 2)).toEqual(['753', '8']);
  expect(found.slice(2).filter((text) => !/[/:]/.test(text))).toEqual([]);
});

test.each<readonly [string, readonly string[]]>([
  ['^[^\\[\\]]{1,4}$', ['aaaaa']],
  ['^[a-z]{3}$', ['aaaa', 'aa']],
  ['^[a-z]{2,3}-[0-9]{4}$', ['aaaa-0000', 'aa-00000', 'a-0000', 'aa-000']],
  ['^(?:ab){1,2}$', ['ababab']],
  ['^[a-z]+$', []],
  ['^a?$', []],
  ['[a-z]{1,4}', []],
  ['^a{1,9999}$', []],
  ['(', []],
])('finds strings that the pattern /%s/ refuses only because of their length: $1', (pattern, want) => {
  expect(lengthNeighbours(pattern)).toEqual(want);
});
