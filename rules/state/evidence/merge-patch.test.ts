import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { keptMembers, mergedMembers } from './merge-patch.js';

const BEFORE = { a: 1, b: { c: 2, d: { e: 3, f: 4 } } };

it.each<[string, JsonObject, JsonObject]>([
  ['a patch with a member', { a: 5 }, { a: 5 }],
  ['a patch with a member of a nested object', { b: { c: 5 } }, { b: { c: 5, d: { e: 3, f: 4 } } }],
  ['a patch with a member two objects deep', { b: { d: { e: 5 } } }, { b: { c: 2, d: { e: 5, f: 4 } } }],
  ['a patch with nulls', { a: null, b: { c: null } }, { b: { d: { e: 3, f: 4 } } }],
  ['a patch with null in a new object', { g: { h: null, i: 1 } }, { g: { i: 1 } }],
  ['a patch with a list in place of an object', { b: [{ c: 1 }] }, { b: [{ c: 1 }] }],
  ['a patch with an object in place of a number', { a: { b: 1 } }, { a: { b: 1 } }],
])(
  'computes the members that a merge patch names, with their values after the patch: %s gives $2',
  (_, patch, want) => {
    expect(mergedMembers(BEFORE, patch)).toEqual(want);
  },
);

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
])('finds members that are still there although a merge patch sets them to null: %s', (_, { patch, after, want }) => {
  expect(keptMembers(BEFORE, patch, after, (pointer) => pointer === '/b/c')).toEqual(want);
});
