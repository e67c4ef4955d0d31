import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { keptMembers, mergedMembers } from './merge-patch.js';

const BEFORE = { a: 1, b: { c: 2, d: { e: 3, f: 4 } } };

it.each<[string, { readonly patch: JsonObject; readonly want: JsonObject }]>([
  ['a member', { patch: { a: 5 }, want: { a: 5 } }],
  ['a member of a nested object', { patch: { b: { c: 5 } }, want: { b: { c: 5, d: { e: 3, f: 4 } } } }],
  ['a deeper member', { patch: { b: { d: { e: 5 } } }, want: { b: { c: 2, d: { e: 5, f: 4 } } } }],
  ['null', { patch: { a: null, b: { c: null } }, want: { b: { d: { e: 3, f: 4 } } } }],
  ['null in a new object', { patch: { g: { h: null, i: 1 } }, want: { g: { i: 1 } } }],
  ['a list as a whole', { patch: { b: [{ c: 1 }] }, want: { b: [{ c: 1 }] } }],
  ['an object in place of a value', { patch: { a: { b: 1 } }, want: { a: { b: 1 } } }],
])('merges %s', (_, { patch, want }) => {
  expect(mergedMembers(BEFORE, patch)).toEqual(want);
});

it.each<[string, { readonly patch: JsonObject; readonly after: Json; readonly want: readonly string[] }]>([
  ['none, if the member was removed', { patch: { a: null }, after: { b: BEFORE.b }, want: [] }],
  ['none, if the member became null', { patch: { a: null }, after: { ...BEFORE, a: null }, want: [] }],
  [
    'none, if the member got a different value, such as a default',
    { patch: { a: null }, after: { ...BEFORE, a: 0 }, want: [] },
  ],
  ['a member that stays', { patch: { a: null }, after: BEFORE, want: ['/a'] }],
  ['a nested member that stays', { patch: { b: { d: { f: null } } }, after: BEFORE, want: ['/b/d/f'] }],
  [
    'an entry of a map that got a different value',
    { patch: { b: { c: null } }, after: { b: { c: '' } }, want: ['/b/c'] },
  ],
  ['none, if the member did not exist before', { patch: { x: null }, after: BEFORE, want: [] }],
])('finds the members that a patch with null did not remove: %s', (_, { patch, after, want }) => {
  expect(keptMembers(BEFORE, patch, after, (pointer) => pointer === '/b/c')).toEqual(want);
});
