import { describe, expect, it } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { sides } from './sides.js';

const marks = (expected: Json, received: Json): readonly (string | undefined)[] =>
  [...sides(expected, received).markup.matchAll(/<mark>(.*?)<\/mark>/g)].map((match) =>
    match[1]?.replaceAll('&quot;', '"'),
  );

describe('sides', () => {
  it.each<[string, { given: [Json, Json]; want: readonly string[] }]>([
    ['a missing member', { given: [{ a: 1, b: null }, { a: 1 }], want: ['"b": null'] }],
    [
      'a differing member',
      {
        given: [
          { a: 1, b: 2 },
          { a: 1, b: 3 },
        ],
        want: ['"b": 2', '"b": 3'],
      },
    ],
    [
      'an additional item',
      {
        given: [
          ['x', 'y'],
          ['x', 'y', 'z'],
        ],
        want: ['"z"'],
      },
    ],
    ['no mark for objects without a common member', { given: [{ a: 1 }, { b: 2 }], want: [] }],
    ['no mark for scalars', { given: ['a', 'b'], want: [] }],
    ['no mark for equal values', { given: [{ a: 1 }, { a: 1 }], want: [] }],
  ])('marks the values that differ: %s', (_name, { given, want }) => {
    expect(marks(...given)).toStrictEqual(want);
  });

  it('shows every line of both values', () => {
    const text = sides({ a: [1, '<b>'] }, { a: [1] }).markup.replace(/<[^>]+>/g, '');
    expect(text).toContain('{\n  &quot;a&quot;: [\n    1,\n    &quot;&lt;b&gt;&quot;\n  ]\n}');
  });
});
