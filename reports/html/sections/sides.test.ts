import { describe, expect, it } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { sides } from './sides.js';

const marks = (expected: Json, received: Json): readonly (string | undefined)[] =>
  [...sides(expected, received).markup.matchAll(/<mark>(.*?)<\/mark>/g)].map((match) =>
    match[1]?.replaceAll('&quot;', '"'),
  );

describe('marked differences of two JSON values', () => {
  it.each<[string, { given: [Json, Json]; want: readonly string[] }]>([
    ['a member that only one object has', { given: [{ a: 1, b: null }, { a: 1 }], want: ['"b": null'] }],
    [
      'a member with different values',
      {
        given: [
          { a: 1, b: 2 },
          { a: 1, b: 3 },
        ],
        want: ['"b": 2', '"b": 3'],
      },
    ],
    [
      'an additional array item',
      {
        given: [
          ['x', 'y'],
          ['x', 'y', 'z'],
        ],
        want: ['"z"'],
      },
    ],
    ['no marks for objects without a common member', { given: [{ a: 1 }, { b: 2 }], want: [] }],
    ['no marks for scalar values', { given: ['a', 'b'], want: [] }],
    ['no marks for equal values', { given: [{ a: 1 }, { a: 1 }], want: [] }],
  ])('marks the lines that differ: %s', (_name, { given, want }) => {
    expect(marks(...given)).toStrictEqual(want);
  });

  it('shows every line of both values', () => {
    const text = sides({ a: [1, '<b>'] }, { a: [1] }).markup.replace(/<[^>]+>/g, '');
    expect(text).toContain('{\n  &quot;a&quot;: [\n    1,\n    &quot;&lt;b&gt;&quot;\n  ]\n}');
  });
});
