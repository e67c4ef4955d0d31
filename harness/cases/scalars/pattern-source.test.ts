import { expect, test } from 'vitest';
import { jointWriter, patternWriter } from './pattern-source.js';
import { FIRST_CHOICE, Random } from './random.js';

/** Each row: a pattern, the minimum share of generated strings that match it, and the shortest generated string. */
test.each<readonly [string, number, string]>([
  ['^[A-Za-z0-9_-]{3,64}$', 1, 'aaa'],
  ['^Bearer( [ -~]+)?$', 1, 'Bearer'],
  ['^(0|-?([1-9][0-9]{0,17}|922337[01][0-9]{12})|-9223372036854775808)$', 1, '0'],
  ['^urn:problem-type:[a-z]+(-[a-z]+)*$', 1, 'urn:problem-type:a'],
  ['^/(path|query)(/([^/~]|~[01])*)*$', 1, '/path'],
  ['^[A-Z]+(, ?[A-Z]+)*$', 1, 'A'],
  ['b+', 1, 'b'],
  ['^a|b$', 1, 'a'],
  ['', 1, ''],
  ['^$', 1, ''],
  ['^\\d{3}-\\d{2,}$', 1, '000-00'],
  ['^\\S+@\\S+\\.\\S+$', 1, 'a@a.a'],
  ['^\\w\\W\\s\\D$', 1, 'a  a'],
  ['^(?:ab){2}c?$', 1, 'abab'],
  ['^a*?b+?$', 1, 'b'],
  ['^[^a-z\\s]$', 1, 'A'],
  ['^[\\]\\-^]$', 1, '-'],
  ['^\\.\\/\\{\\}$', 1, './{}'],
  ['^\\x41\\u0042\\u{43}\\ud83d\\ude00$', 1, 'ABC😀'],
  ['^[\\u4e00-\\u9fff]{2}$', 1, '日日'],
  ['^[\\ud83d\\ude00-\\u{1f64f}]$', 1, '😀'],
  ['^\\p{Lu}\\p{Ll}+$', 1, 'Aa'],
  ['^\\p{Script=Greek}{2}$', 1, 'ͰͰ'],
  ['^(a|b)-\\1$', 1, 'a-a'],
  ['^(?<quote>["\'])x\\k<quote>$', 1, '"x"'],
  ['^(?=.*\\d)[a-z\\d]{8,}$', 0.99, '0aaaaaaa'],
  ['^(?=.*[A-Z])(?=.*\\d)(?=.*[!?@]).{8,12}$', 0.99, 'A0!aaaaa'],
  ['^(?<a>x)|(?<b>y)\\k<b>$', 0.5, 'x'],
  ['^(?!a)[a-c]{2}$', 0.3, 'aa'],
  ['^.{2}(?<=b.)$', 0.005, 'aa'],
  ['\\bfoo\\b', 0.2, 'foo'],
  ['.', 1, 'a'],
])('writes texts that match the pattern /%s/', (pattern, share, shortest) => {
  const write = patternWriter(pattern);
  if (write === undefined) throw new Error('unreadable');
  const random = Random.of(pattern);
  const texts = Array.from({ length: 1000 }, () => write(random, { min: 0, max: 24 }));
  const expression = new RegExp(pattern, 'u');
  expect(texts.filter((text) => expression.test(text)).length / texts.length).toBeGreaterThanOrEqual(share);
  expect(write(FIRST_CHOICE, { min: 0, max: 0 })).toBe(shortest);
  // A lone surrogate cannot be sent as text.
  expect(texts.filter((text) => /\p{Surrogate}/u.test(text))).toEqual([]);
});

test.each([
  ['^[a-z]*$', 40, 50],
  ['^(ab)+$', 20, 21],
  ['^[a-z]+(-[a-z]+)*$', 30, 30],
  ['b', 12, 12],
  ['^(a|bcd)+$', 9, 12],
  ['^x?y{2,5}$', 5, 6],
  ['^\\w{3,64}$', 64, 64],
  ['^(a|b{10,})$', 12, 14],
])('many texts that are written for the pattern /%s/ have a requested length from %i to %i', (pattern, min, max) => {
  const write = patternWriter(pattern);
  const random = Random.of(pattern);
  const lengths = Array.from({ length: 100 }, () => [...(write?.(random, { min, max }) ?? '')].length);
  expect(lengths.filter((length) => length >= min && length <= max).length).toBeGreaterThan(30);
});

test.each([
  ['too long', 'x{100000}'],
  ['nested too deeply', '('.repeat(200) + ')'.repeat(200)],
])('no string is written for a pattern that is %s', (_, pattern) => {
  expect(patternWriter(pattern)).toBeUndefined();
});

test('strings of a pattern with nested repetition have a limited length', () => {
  const write = patternWriter('^(((a*)*)*)*$');
  expect((write?.(Random.of('nested'), { min: 0, max: Infinity }) ?? '').length).toBeLessThan(70_000);
});

test.each<readonly [readonly string[], number]>([
  [['^[a-z0-9]+$', '\\d', '[a-z]'], 0.25],
  [['^.{3,8}$', 'b', 'c.?d'], 0.15],
  [['^a', 'b$'], 0.1],
  [['^[a-c]{4}$', '^[b-d]{4}$'], 0.003],
])('writes texts that match all patterns of %j', (patterns, share) => {
  const write = jointWriter(patterns);
  const random = Random.of(...patterns);
  const texts = Array.from({ length: 2000 }, () => write?.(random, { min: 0, max: 24 }) ?? '');
  const matching = texts.filter((text) => patterns.every((pattern) => new RegExp(pattern, 'u').test(text)));
  expect(matching.length / texts.length).toBeGreaterThanOrEqual(share);
});
