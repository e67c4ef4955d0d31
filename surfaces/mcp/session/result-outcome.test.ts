import { expect, test } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { resultOutcome } from './result-outcome.js';
import type { OutputShape } from '../tools/tool-output.js';

test.each<readonly [string, { readonly shape: OutputShape; readonly content: Json; readonly value: Json }]>([
  ['a wrapped list is unwrapped', { shape: 'wrapped', content: { result: [1] }, value: [1] }],
  ['a wrapped null is unwrapped', { shape: 'wrapped', content: { result: null }, value: null }],
  [
    'a bare list, which later revisions of MCP allow, is the value itself',
    { shape: 'wrapped', content: [1], value: [1] },
  ],
  [
    'an object with more members than the wrapper is the value itself',
    { shape: 'wrapped', content: { result: 1, more: 2 }, value: { result: 1, more: 2 } },
  ],
  [
    'an object with its own member `result` is the value itself',
    { shape: 'object', content: { result: 1 }, value: { result: 1 } },
  ],
])('a tool result becomes an outcome: %s', (_, { shape, content, value }) => {
  const blocks = [{ type: 'text', text: JSON.stringify(content) }];
  expect(resultOutcome({ structuredContent: content, content: blocks }, shape)).toEqual({
    kind: 'value',
    value,
    native: { isError: false },
  });
});

test.each<[string, { text: string; shape: OutputShape; value: Json }]>([
  ['if the tool has no JSON result, the wrapper of a text is removed', { text: '[a6]', shape: 'none', value: '[a6]' }],
  ['the wrapper of an empty text is removed', { text: '', shape: 'none', value: '' }],
  ['an object with the member `result` is kept', { text: 'a', shape: 'object', value: { result: 'a' } }],
])('a text becomes an outcome: %s', (_, { text, shape, value }) => {
  const result = { structuredContent: { result: text }, content: [{ type: 'text', text }] };
  expect(resultOutcome(result, shape)).toEqual({ kind: 'value', value, native: { isError: false } });
});

test('structured content takes precedence over text, and several text blocks are joined', () => {
  const blocks = [
    { type: 'text', text: '{"a":' },
    { type: 'image', data: '' },
    { type: 'text', text: '1}' },
  ];
  expect(resultOutcome({ structuredContent: { b: 2 }, content: blocks }, 'object')).toMatchObject({ value: { b: 2 } });
  expect(resultOutcome({ content: blocks }, 'object')).toMatchObject({ value: { a: 1 } });
});

test.each([[null], ['text'], [[]], [7]])('the value %j is not a tool result', (result) => {
  expect(resultOutcome(result, 'object')).toEqual({ kind: 'crash', detail: 'the tool result is not an object' });
});
