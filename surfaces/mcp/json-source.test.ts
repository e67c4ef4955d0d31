import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonSource } from './json-source.js';

/** What a module would hold; the source is ours, made from data of the test. */
function evaluated(source: string): unknown {
  // oxlint-disable-next-line no-new-func -- the point is what JavaScript makes of the text
  return new Function(`return (${source});`)();
}

test('the source of a JSON value is that value', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), (value) => {
    // JSON has no -0.
    const json = JSON.parse(JSON.stringify(value)) as Parameters<typeof jsonSource>[0];
    expect(JSON.stringify(evaluated(jsonSource(json)))).toBe(JSON.stringify(json));
  }));
});

test.each([
  ['a member called __proto__', JSON.parse('{"__proto__": {"a": 1}}'), "{ ['__proto__']: { a: 1 } }"],
  ['quotes of both kinds', `it's "so"`, String.raw`"it's \"so\""`],
  ['backslashes before quotes', String.raw`\"`, String.raw`'\\"'`],
  ['names that are no identifiers', { 'a-b': [true, null] }, "{ 'a-b': [true, null] }"],
])('%s', (_, value, source) => {
  expect(jsonSource(value)).toBe(source);
  expect(evaluated(source)).toEqual(value);
});

test('what does not fit on a line is broken at its members', () => {
  const long = 'x'.repeat(80);
  expect(jsonSource({ a: long, b: [long] })).toBe(`{\n  a: '${long}',\n  b: ['${long}'],\n}`);
});
