import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { keptMembers, mergedMembers } from './merge-patch.js';

const BEFORE = { a: 1, b: { c: 2, d: { e: 3, f: 4 } } };

it.each<[string, { readonly patch: JsonObject; readonly want: JsonObject }]>([
  ['a patch with a member', { patch: { a: 5 }, want: { a: 5 } }],
  ['a patch with a member of a nested object', { patch: { b: { c: 5 } }, want: { b: { c: 5, d: { e: 3, f: 4 } } } }],
  [
    'a patch with a member two objects deep',
    { patch: { b: { d: { e: 5 } } }, want: { b: { c: 2, d: { e: 5, f: 4 } } } },
  ],
  ['a patch with nulls', { patch: { a: null, b: { c: null } }, want: { b: { d: { e: 3, f: 4 } } } }],
  ['a patch with null in a new object', { patch: { g: { h: null, i: 1 } }, want: { g: { i: 1 } } }],
  ['a patch with a list in place of an object', { patch: { b: [{ c: 1 }] }, want: { b: [{ c: 1 }] } }],
  ['a patch with an object in place of a number', { patch: { a: { b: 1 } }, want: { a: { b: 1 } } }],
])('finds the values of the patched members after a patch: %s', (_, { patch, want }) => {
  expect(mergedMembers(BEFORE, patch)).toEqual(want);
});

it.each<[string, { readonly patch: JsonObject; readonly after: Json; readonly want: readonly string[] }]>([
  ['a member that the patch sets to null was removed', { patch: { a: null }, after: { b: BEFORE.b }, want: [] }],
  ['a member that the patch sets to null became null', { patch: { a: null }, after: { ...BEFORE, a: null }, want: [] }],
  ['a member that the patch sets to null got a default', { patch: { a: null }, after: { ...BEFORE, a: 0 }, want: [] }],
  ['a member that the patch sets to null keeps its value', { patch: { a: null }, after: BEFORE, want: ['/a'] }],
  [
    'a nested member that the patch sets to null keeps its value',
    { patch: { b: { d: { f: null } } }, after: BEFORE, want: ['/b/d/f'] },
  ],
  [
    'the value of a map key was changed instead of removed',
    { patch: { b: { c: null } }, after: { b: { c: '' } }, want: ['/b/c'] },
  ],
  ['a member that the patch sets to null did not exist before', { patch: { x: null }, after: BEFORE, want: [] }],
])('finds the members that a patch sets to null but does not remove: %s', (_, { patch, after, want }) => {
  expect(keptMembers(BEFORE, patch, after, (pointer) => pointer === '/b/c')).toEqual(want);
});
