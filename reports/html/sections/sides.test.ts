import { describe, expect, it } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { sides } from './sides.js';

const marks = (expected: Json, received: Json): readonly (string | undefined)[] =>
  [...sides(expected, received).markup.matchAll(/<mark>(.*?)<\/mark>/g)].map((match) =>
    match[1]?.replaceAll('&quot;', '"'),
  );

describe('sides', () => {
  it.each<[string, { given: [Json, Json]; want: readonly string[] }]>([
    ['a member that is missing', { given: [{ a: 1, b: null }, { a: 1 }], want: ['"b": null'] }],
    [
      'a member that differs',
      {
        given: [
          { a: 1, b: 2 },
          { a: 1, b: 3 },
        ],
        want: ['"b": 2', '"b": 3'],
      },
    ],
    [
      'an item more',
      {
        given: [
          ['x', 'y'],
          ['x', 'y', 'z'],
        ],
        want: ['"z"'],
      },
    ],
    ['nothing in common: nothing is marked', { given: [{ a: 1 }, { b: 2 }], want: [] }],
    ['scalars: nothing is marked', { given: ['a', 'b'], want: [] }],
    ['equal', { given: [{ a: 1 }, { a: 1 }], want: [] }],
  ])('marks the values that differ: %s', (_name, { given, want }) => {
    expect(marks(...given)).toStrictEqual(want);
  });

  it('shows every line of both values', () => {
    const text = sides({ a: [1, '<b>'] }, { a: [1] }).markup.replace(/<[^>]+>/g, '');
    expect(text).toContain('{\n  &quot;a&quot;: [\n    1,\n    &quot;&lt;b&gt;&quot;\n  ]\n}');
  });
});
