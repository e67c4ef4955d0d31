import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.js';
import type { Json } from './json.js';

const cases: readonly (readonly [name: string, value: { given: Json; want: string }])[] = [
  [
    'sorts members at every depth',
    { given: { b: { d: 1, c: 2 }, a: [{ z: 0, y: 0 }] }, want: '{"a":[{"y":0,"z":0}],"b":{"c":2,"d":1}}' },
  ],
  ['keeps the order of arrays', { given: [3, 1, 2], want: '[3,1,2]' }],
  ['keeps null members', { given: { a: null }, want: '{"a":null}' }],
  [
    'sorts by UTF-16 code units, not by code points',
    { given: { '\ufb33': 1, '\u{1f600}': 2 }, want: '{"\u{1f600}":2,"\ufb33":1}' },
  ],
  ['prints numbers as ECMAScript does', { given: [1e21, 0.000001, 1e-7, -0], want: '[1e+21,0.000001,1e-7,0]' }],
  ['escapes a lone surrogate', { given: '\ud800', want: '"\\ud800"' }],
  [
    'keeps members with names that every JavaScript object has',
    {
      given: JSON.parse('{"__proto__":1,"toString":2}') as Json,
      want: '{"__proto__":1,"toString":2}',
    },
  ],
];

describe('canonical JSON', () => {
  it.each(cases)('canonicalJson %s', (_name, { given, want }) => {
    expect(canonicalJson(given)).toBe(want);
  });

  it('canonical JSON does not depend on the order of members, and parses to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value as Json);
        expect(canonicalJson(reversed(value as Json))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

function reversed(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
