import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../contract/fixtures/any-character.js';
import type { Json } from '../../contract/json/json.js';
import { memberName, typescriptLiteral } from './typescript-literal.js';

/** The default export of a module with this source as its expression. */
async function imported(source: string): Promise<unknown> {
  const url = `data:text/javascript;base64,${Buffer.from(`export default ${source};`).toString('base64')}`;
  return ((await import(url)) as { readonly default: unknown }).default;
}

const LONG = 'x'.repeat(80);

const cases: readonly (readonly [name: string, value: { given: Json; want: string }])[] = [
  ['a string with single quotes is escaped', { given: 'it\'s "so"', want: `'it\\'s "so"'` }],
  ['a backslash before a quote is escaped', { given: '\\"', want: String.raw`'\\"'` }],
  [
    'member names are quoted only if necessary',
    { given: { a: 1, 'b-c': [true, null] }, want: "{ a: 1, 'b-c': [true, null] }" },
  ],
  [
    'a member named __proto__ is computed',
    { given: JSON.parse('{"__proto__":{"a":1}}') as Json, want: "{ ['__proto__']: { a: 1 } }" },
  ],
  ['a lone surrogate and a line separator are escaped', { given: '\ud800\u2028', want: String.raw`'\ud800\u2028'` }],
  ['an empty object and an empty list fit on one line', { given: [{}, []], want: '[{}, []]' }],
  [
    'a long object has one member per line',
    { given: { a: LONG, b: [LONG] }, want: `{\n  a: '${LONG}',\n  b: ['${LONG}'],\n}` },
  ],
  ['a long string is split at a space', { given: [`${LONG} ${LONG}`], want: `[\n  '${LONG} ' +\n    '${LONG}',\n]` }],
];

describe('typescriptLiteral', () => {
  it.each(cases)('a JSON value is written as a literal: %s', async (_name, { given, want }) => {
    expect(typescriptLiteral(given)).toBe(want);
    expect(JSON.stringify(await imported(want))).toBe(JSON.stringify(given));
  });

  it('lines are short, even for long strings', () => {
    const deep = { a: [{ b: [{ c: { text: '🔧\u2028'.repeat(200) } }] }] };
    const text = typescriptLiteral([
      deep,
      'word '.repeat(100),
      `x${'🔧'.repeat(200)}`,
      Array.from({ length: 40 }, (_, index) => index),
    ]);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(130);
    // A surrogate pair that is split would be printed as two escapes.
    expect(text).not.toContain(String.raw`\ud`);
  });

  it('a literal evaluates to the original value', async () => {
    const long = fc.string({ unit: fc.constantFrom(' ', 'a', "'", '\\', '🔧', '\ud83d', '\udd27'), minLength: 130 });
    const text = fc.oneof(fc.string({ unit: anyCharacter }), long);
    const flat = fc.oneof(text, fc.jsonValue() as fc.Arbitrary<Json>);
    const value = fc.oneof(flat, fc.array(flat), fc.dictionary(text, flat));
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 4 }), async (values) => {
        // JSON text cannot contain -0, so the value is converted to JSON first.
        const json = JSON.parse(JSON.stringify(values)) as Json;
        expect(JSON.stringify(await imported(typescriptLiteral(json)))).toBe(JSON.stringify(json));
      }),
    );
  });
});

describe('memberName', () => {
  it.each([
    ['a_$1', 'a_$1'],
    ['1a', "'1a'"],
    ['', "''"],
    ["it's", String.raw`'it\'s'`],
    ['__proto__', "['__proto__']"],
  ])('the member name %j is written as %s', (given, want) => {
    expect(memberName(given)).toBe(want);
  });
});
