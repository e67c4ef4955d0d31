import { describe, expect, it } from 'vitest';
import type { Json } from '../../contract/json/json.js';
import { valueRelations } from './value-relation.js';

describe('the relation between an expected and a received value', () => {
  it.each<[expected: Json, received: Json, name: string | undefined]>([
    [5, '5', 'number-as-text'],
    ['5', 5, 'text-as-number'],
    [true, 'true', 'boolean-as-text'],
    [null, 'null', 'null-as-text'],
    [null, '', 'null-as-empty'],
    ['', null, 'empty-as-null'],
    [['a', 'b'], 'a,b', 'list-as-text'],
    [{ a: 1, b: 2 }, {}, 'emptied'],
    [{ a: 1, b: 2 }, { a: 1 }, undefined],
    [1.6, 2, 'rounded'],
    [1.256, 1.26, 'rounded-decimals 2'],
    [0.15, 0.2, 'rounded-decimals 1'],
    [-2.140465399995, -2.1404654, 'rounded-decimals 9'],
    [1.259, 1.25, 'cut-decimals 2'],
    [123456.789, 123457, 'precision 6'],
    [0.1, Math.fround(0.1), 'single-precision'],
    [2 ** 32 + 5, 5, '32-bit'],
    [-3, 3, 'negated'],
    [1234567, '1,234,567', 'grouped'],
    [1234.5, '1.234,50', 'grouped'],
    [' a ', 'a', 'trimmed'],
    ['a  b', 'a b', 'collapsed'],
    ['a  b\u00a0\t', 'a b\u00a0\t', 'blanks-collapsed'],
    ['AbC', 'abc', 'lower-case'],
    ['abc', 'ABC', 'upper-case'],
    ['abc', 'Abc', 'capitalised'],
    ['e\u0301', '\u00e9', 'normalised'],
    ['a<b', 'a&lt;b', 'html-escaped &<>"\''],
    ['a&b"', 'a&amp;b"', 'html-escaped &<>'],
    ['&amp;lt;', '&lt;', 'html-unescaped'],
    ['a\u2028b\u2029c', 'abc', 'line-separators'],
    ['a"b', String.raw`a\"b`, 'backslash-escaped'],
    ['a b', 'a%20b', 'percent-encoded'],
    ['a%20b', 'a b', 'percent-decoded'],
    ['a+b', 'a b', 'plus-as-space'],
    ['naïve', 'nave', 'non-ascii-removed'],
    ['a\u0001b', 'ab', 'control-removed'],
    ['a\u200Db\uFEFF', 'ab', 'format-removed'],
    ['a🧰b', 'a?b', 'beyond-first-plane'],
    ['a🔧b', 'a\u1f527b', 'beyond-first-plane'],
    ['a🔧b', 'a\uf527b', 'beyond-first-plane'],
    ['a<b>c', 'ac', 'markup-removed'],
    ["it's {a}", "it''s {a}", 'characters-doubled'],
    ['<>', '', 'markup-removed'],
    ['null', null, 'word-as-constant'],
    ['true', true, 'word-as-constant'],
    ['a\r\nb', 'a\nb', 'line-ends'],
    ['a\r\nb', 'ab', 'line-ends'],
    ['a\0b', 'a', 'cut-at-nul'],
    ['a-b-c', 'abc', 'removed -'],
    ['a-b_c', 'abc', undefined],
    ['abc', '', 'emptied'],
    ['0.11', '0.10', 'binary-decimal 32'],
    ['1.15', '1.14', 'binary-decimal 64'],
    ['9999999.99', '10000000.00', 'rounded-decimal 32'],
    ['0.11', '0.12', undefined],
    ['1.1.1', '1.1.0', undefined],
    ['abc', 'x-abc', 'prefixed x-'],
    ['abc', 'abc!', 'suffixed !'],
    ['abcdef', 'abc', 'truncated 3'],
    ['abcdef', 'abc…', 'elided 3'],
    ['abcdef', 'abc...', 'elided 3'],
    ['abcdef', 'abd…', undefined],
    [4294967296, 4294967000, 'zeroed-digits 3'],
    [-9007199254740991, -9007199254741000, 'zeroed-digits 3'],
    [1500, 1000, 'zeroed-digits 3'],
    ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00', 'date-parsed'],
    ['9999-12-31T23:59:59-12:00', '+010000-01-01T11:59:59.000Z', 'date-parsed'],
    ['2026-01-01T10:20:30Z', '2026-01-01', 'time-cut'],
    ['2026-01-01T10:20:30+01:00', '2026-01-01T10:20:30', 'time-cut'],
    ['2026-01-01T10:20:30+01:00', '2026-01-01T10:20:30Z', 'offset-replaced'],
    ['2026-01-01T10:00:00Z', '2026-01-01T12:00:00Z', 'time-shifted'],
    [[1, 2, 3], [3, 2, 1], 'reversed'],
    [[2, 3, 1], [1, 2, 3], 'sorted'],
    [[1, 2, 3], [1, 2], 'last-lost'],
    ['a', '"a"', 'json-as-text'],
    [0, '0', 'json-as-text'],
    [{ a: [1] }, '{ "a": [1.0] }', 'json-as-text'],
    ['[1.0]', [1], 'text-as-json'],
    ['{"a": 1}', { a: 1 }, 'text-as-json'],
    ['1', 1, 'text-as-value'],
    ['null', null, 'text-as-value'],
    ['[1]', [1], 'text-as-value'],
    ['1', 2, undefined],
    ['[1]', [2], undefined],
    [[1], '[2]', undefined],
    ['abc', 'abc', undefined],
    ['abc', 'xyz', undefined],
    [1, 2, undefined],
    [{}, [], undefined],
  ])('finds the transformation by which %j became %j: %s', (expected, received, name) => {
    const names = valueRelations(expected, received).map((relation) => relation.name);
    if (name === undefined) expect(names).toEqual([]);
    else expect(names).toContain(name);
  });

  it('the function `changes` returns true for values that a transformation changes, and false for all others', () => {
    const [trimmed] = valueRelations(' a', 'a');
    expect([' b', 'b', 5].map((value) => trimmed?.changes(value))).toEqual([true, false, false]);
  });

  it('no transformation is searched for between very long texts', () => {
    expect(valueRelations(' '.repeat(200_000), '')).toEqual([]);
  });
});

it('the transformation `cut to 32 bits` changes integers, but not numbers with a fraction', () => {
  const relations = valueRelations(2 ** 31, -(2 ** 31));
  const changed = relations.filter(({ changes }) => changes(19.5)).map(({ name }) => name);
  expect(relations.map(({ name }) => name)).toContain('32-bit integers');
  expect(changed).toContain('32-bit');
  expect(changed).not.toContain('32-bit integers');
});
