import { expect, it } from 'vitest';
import type { Json } from '../../../../../contract/json/json.js';
import { mergePatches } from './merge-patches.js';

it.each<[string, Json, readonly Json[]]>([
  ['nothing nested', { a: 1, b: 2 }, [{ a: null }, { b: null }]],
  [
    'two levels',
    { a: { b: 1, c: { d: 2, e: 3 } } },
    [{ a: { b: 1 } }, { a: { c: { d: 2 } } }, { a: { c: { d: null } } }, { a: { b: null } }],
  ],
  ['a nested object with one member', { a: { b: 1 } }, []],
  ['no object', [1], []],
])('makes a merge patch for each nested member of a value: %s', (_, value, want) => {
  expect(mergePatches(value)).toEqual(want);
});
