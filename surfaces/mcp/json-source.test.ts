import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../contract/json.js';
import { jsonSource } from './json-source.js';

/** What a module holds that says so. */
async function imported(source: string): Promise<unknown> {
  const url = `data:text/javascript,${encodeURIComponent(`export default ${source};`)}`;
  return ((await import(url)) as { readonly default: unknown }).default;
}

test('the source of a JSON value is that value', async () => {
  await fc.assert(fc.asyncProperty(fc.array(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' })), async (values) => {
    // JSON has no -0.
    const json = JSON.parse(JSON.stringify(values)) as Json;
    expect(JSON.stringify(await imported(jsonSource(json)))).toBe(JSON.stringify(json));
  }));
});

test.each<readonly [string, { readonly value: Json; readonly source: string }]>([
  ['a member called __proto__', { value: JSON.parse('{"__proto__": {"a": 1}}') as Json, source: "{ ['__proto__']: { a: 1 } }" }],
  ['quotes of both kinds', { value: `it's "so"`, source: String.raw`"it's \"so\""` }],
  ['backslashes before quotes', { value: String.raw`\"`, source: String.raw`'\\"'` }],
  ['names that are no identifiers', { value: { 'a-b': [true, null] }, source: "{ 'a-b': [true, null] }" }],
])('%s', async (_, { value, source }) => {
  expect(jsonSource(value)).toBe(source);
  expect(JSON.stringify(await imported(source))).toBe(JSON.stringify(value));
});

test('what does not fit on a line is broken at its members', () => {
  const long = 'x'.repeat(80);
  expect(jsonSource({ a: long, b: [long] })).toBe(`{\n  a: '${long}',\n  b: ['${long}'],\n}`);
});
