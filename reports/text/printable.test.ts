import { describe, expect, it } from 'vitest';
import type { Json } from '../../contract/json/json.js';
import { printable, printableBlock, printableText } from './printable.js';

describe('printable', () => {
  it.each<[string, { given: Json; want: string }]>([
    ['null', { given: null, want: 'null' }],
    ['a string with an escape character', { given: 'a\u001b[0m', want: String.raw`"a\u001b[0m"` }],
    ['an object', { given: { a: 1, b: ['x'] }, want: '{"a": 1, "b": ["x"]}' }],
    ['a string of 100 kB', { given: 'x'.repeat(100_000), want: `"${'x'.repeat(120)}…[99,880 more characters]"` }],
    ['negative zero', { given: -0, want: '-0' }],
    ['an omitted value', { given: '(omitted)', want: '(omitted)' }],
    ['many items', { given: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], want: '[1, 2, 3, 4, 5, 6, 7, 8, "…[2 more items]"]' }],
  ])('writes a short text without control characters: %s', (_name, { given, want }) => {
    expect(printable(given)).toBe(want);
  });

  it('printableBlock writes one line for each member', () => {
    expect(printableBlock({ a: 1, b: [] })).toBe('{\n  "a": 1,\n  "b": []\n}');
  });

  it('printableText shortens sentences and escapes invisible characters', () => {
    expect(printableText('line\nbreak', 6)).toBe('line\\nb…[4 more characters]');
  });
});
