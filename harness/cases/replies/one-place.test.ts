import { expect, it } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { withTwoOfOnePlace } from './one-place.js';

const ONE = { pointer: '/a', detail: 'is wrong' };

it.each<[words: string, value: Json, want: Json | undefined]>([
  [
    'errors of a problem',
    { status: 422, errors: [ONE] },
    {
      status: 422,
      errors: [
        { pointer: '/a', detail: 'first reason' },
        { pointer: '/a', detail: 'second reason' },
        { pointer: '/a/3', detail: 'third reason' },
      ],
    },
  ],
  ['a list of texts', { errors: ['a', 'b'] }, undefined],
  ['elements with the same text', { errors: [{ detail: 'a', line: 1 }] }, undefined],
  ['an empty list', { errors: [] }, undefined],
])(
  'the list of a reply gets two elements that differ in one text, if its first element has several texts: %s',
  (_, value, want) => {
    expect(withTwoOfOnePlace(value, () => true)).toEqual(want);
  },
);

it('the two elements differ in a text that the schema permits to change', () => {
  const accepts = (value: Json): boolean => JSON.stringify(value).includes('"pointer":"first reason"');
  expect(withTwoOfOnePlace([ONE], accepts)).toEqual([
    { pointer: 'first reason', detail: 'is wrong' },
    { pointer: 'second reason', detail: 'is wrong' },
    { pointer: 'third reason', detail: 'is wrong/3' },
  ]);
  expect(withTwoOfOnePlace([ONE], () => false)).toBeUndefined();
});
