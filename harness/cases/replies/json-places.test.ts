import { expect, test } from 'vitest';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { replacedParts } from './json-places.js';

const marked = (part: Json): Json | undefined => (isJsonObject(part) ? { ...part, m: 1 } : undefined);
const upper = (part: Json): Json | undefined => (typeof part === 'string' ? part.toUpperCase() : undefined);
const emptied = (part: Json): Json | undefined => (Array.isArray(part) && part.length > 0 ? [] : undefined);
const anything = (): boolean => true;

test.each<
  readonly [
    string,
    {
      readonly root: Json;
      readonly replacement: (part: Json) => Json | undefined;
      readonly accepts?: (whole: Json) => boolean;
      readonly want: Json | undefined;
    },
  ]
>([
  ['both inner and outer objects', { root: { a: [{}] }, replacement: marked, want: { a: [{ m: 1 }], m: 1 } }],
  ['strings', { root: ['a', { b: 'c' }], replacement: upper, want: ['A', { b: 'C' }] }],
  ['an array that contains arrays', { root: [['a']], replacement: emptied, want: [] }],
  [
    'only the values whose replacement the schema accepts',
    {
      root: { a: {}, b: {} },
      replacement: marked,
      accepts: (whole) => !JSON.stringify(whole).includes('"a":{"m"'),
      want: { a: {}, b: { m: 1 }, m: 1 },
    },
  ],
  ['no part if no part matches', { root: [1], replacement: upper, want: undefined }],
])('`replacedParts` replaces %s', (_, { root, replacement, accepts = anything, want }) => {
  expect(replacedParts(root, 60, replacement, accepts)).toEqual(want);
});
