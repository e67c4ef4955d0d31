import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../contract/canonical-json.js';
import type { Json } from '../../contract/json.js';
import { typescriptLiteral } from './typescript-literal.js';

const cases: readonly (readonly [name: string, value: { given: Json; want: string }])[] = [
  ['single quotes', { given: 'it\'s "so"', want: `'it\\'s "so"'` }],
  ['a backslash before a quote', { given: '\\"', want: String.raw`'\\"'` }],
  ['bare and quoted member names', { given: { a: 1, 'b-c': null }, want: "{ a: 1, 'b-c': null }" }],
  ['a member named __proto__', { given: JSON.parse('{"__proto__":1}') as Json, want: "{ ['__proto__']: 1 }" }],
  ['a lone surrogate and a line separator', { given: '\ud800\u2028', want: String.raw`'\ud800\u2028'` }],
  ['nothing in it', { given: [{}, []], want: '[{}, []]' }],
];

describe('typescriptLiteral', () => {
  it.each(cases)('%s', (_name, { given, want }) => {
    expect(typescriptLiteral(given)).toBe(want);
  });

  it('breaks what is too long for a line, strings included', () => {
    const text = typescriptLiteral({ list: Array.from({ length: 40 }, (_, index) => index), text: '🔧'.repeat(200) });
    expect(text.split('\n').every((line) => line.length <= 130)).toBe(true);
  });

  it('reads back as the value it was printed from', async () => {
    const values = fc.sample(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), { numRuns: 200, seed: 7 }) as Json[];
    const source = `export default [${[...values, '🔧'.repeat(200)].map((value) => typescriptLiteral(value)).join(',\n')}];`;
    const module = await import(`data:text/javascript;base64,${Buffer.from(source).toString('base64')}`) as { readonly default: Json };
    expect(canonicalJson(module.default)).toBe(canonicalJson([...values, '🔧'.repeat(200)]));
  });
});
