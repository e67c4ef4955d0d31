import { expect, it } from 'vitest';
import type { Json } from '../../../../../contract/json/json.js';
import { mergePatches } from './merge-patches.js';

it.each<[string, Json, readonly Json[]]>([
  ['a value without nested objects', { a: 1, b: 2 }, [{ a: null }, { b: null }]],
  [
    'a value with two levels of nested objects',
    { a: { b: 1, c: { d: 2, e: 3 } } },
    [{ a: { b: 1 } }, { a: { c: { d: 2 } } }, { a: { c: { d: null } } }, { a: { b: null } }],
  ],
  ['a value whose nested object has only one member', { a: { b: 1 } }, []],
  [
    'a value with lists',
    { a: [1, 2], b: { c: [3], d: [4, 5] } },
    [{ b: { c: [3] } }, { a: [2] }, { b: { d: [5] } }, { b: { c: null } }, { a: null }],
  ],
  ['a value that is not an object', [1], []],
])('makes merge patches for the members of a value: %s → $2', (_, value, want) => {
  expect(mergePatches(value)).toEqual(want);
});
