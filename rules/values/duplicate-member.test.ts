import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../contract/fixtures/any-character.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import { duplicateMember } from './duplicate-member.js';

describe('the function duplicateMember', () => {
  it.each([
    ['{"a":1,"a":1}', '/a'],
    ['{"a":1,"\\u0061":2}', '/a'],
    ['{ "x" : [ 1, { "b" : {}, "c/d" : 0, "b" : 2 } ] }', '/x/1/b'],
    ['[[],[{"a":"{\\"b\\":1,\\"b\\":2}"},{"a":1,"b":2,"a":3}]]', '/1/1/a'],
    ['{"a":{"a":{"a":1}},"b":{"a":1}}', undefined],
    ['{"a":"\\\\","b":"a\\":"}', undefined],
    ['["a","a"]', undefined],
    ['"a"', undefined],
    ['17', undefined],
  ])('finds the first member whose name occurs twice in an object of %s: $1', (given, want) => {
    expect(duplicateMember(given)).toBe(want);
  });

  it('the output of JSON.stringify has no duplicate member', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(2), (value, indent) => {
        expect(duplicateMember(JSON.stringify(value, null, indent))).toBeUndefined();
      }),
    );
  });

  it('an inserted duplicate is found with any name and position', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 3 }), fc.string({ unit: anyCharacter }), (before, name) => {
        const text = JSON.stringify([...before, 0]).replace(
          /0\]$/,
          `{${JSON.stringify(name)}:[],${JSON.stringify(name)}:1}]`,
        );
        expect(duplicateMember(text)).toBe(joinPointer('', before.length, name));
      }),
    );
  });

  it('a duplicate is found in long and deeply nested JSON', () => {
    expect(duplicateMember(`{"a":"${'\\"x'.repeat(1_000_000)}","a":1}`)).toBe('/a');
    expect(duplicateMember(`${'['.repeat(100_000)}{"a":1}${']'.repeat(100_000)}`)).toBeUndefined();
  });
});
