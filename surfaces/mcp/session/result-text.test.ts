import { describe, expect, it } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { textFault } from './result-text.js';

const text = (shown: string): Json => ({ type: 'text', text: shown });

const RESULTS: readonly (readonly [name: string, given: Json, want: string | undefined])[] = [
  [
    'a text that equals the structured content',
    { structuredContent: { a: 1, b: 2 }, content: [text('{"b":2, "a":1.0}')] },
    undefined,
  ],
  ['a text that equals the unwrapped value', { structuredContent: { result: [1] }, content: [text('[1]')] }, undefined],
  ['prose', { structuredContent: { a: 1 }, content: [text('one')] }, undefined],
  [
    'one text block for each element of a list',
    { structuredContent: { result: [{}, []] }, content: [text('{}'), text('[]')] },
    undefined,
  ],
  ['a text in a result without structured content', { content: [text('{')] }, undefined],
  ['structured content in a result without a text', { structuredContent: { a: 1 }, content: [] }, 'missing'],
  ['a text that lacks a member', { structuredContent: { a: 1, b: null }, content: [text('{"a":1}')] }, 'different'],
  ['a text that is truncated JSON', { structuredContent: { a: 1 }, content: [text('{"a":')] }, 'malformed'],
  ['JSON in a code block', { structuredContent: { a: 1 }, content: [text('```json\n{\n"a": 1\n}\n```\n')] }, 'packed'],
  [
    'JSON in a code block of tildes',
    { structuredContent: { a: 1 }, content: [text('~~~\r\n{"a":1}\r\n~~~')] },
    'packed',
  ],
  ['a list in a code block', { structuredContent: { result: [1] }, content: [text('```\n[1]\n```')] }, 'packed'],
  ['JSON in a JSON string', { structuredContent: { a: 1 }, content: [text('"{\\"a\\":1}"')] }, 'packed'],
  ['prose with a code block', { structuredContent: { a: 1 }, content: [text('Done:\n```\n{"a":1}\n```')] }, undefined],
  ['two code blocks', { structuredContent: { a: 1 }, content: [text('```\n{}\n```\n```\n{}\n```')] }, undefined],
  [
    'a code block with an excerpt',
    { structuredContent: { a: 1, b: 2 }, content: [text('```\n{"a":1}\n```')] },
    undefined,
  ],
  ['a code block with a program', { structuredContent: { a: 1 }, content: [text('```js\nrun()\n```')] }, undefined],
  ['a code block without an end', { structuredContent: { a: 1 }, content: [text('```\n{"a":1}')] }, undefined],
  ['a text that begins like JSON', { structuredContent: { result: '[a6] x' }, content: [text('[a6] x')] }, undefined],
  ['a text that is JSON', { structuredContent: { result: '[]' }, content: [text('[]')] }, undefined],
  ['a different text', { structuredContent: { result: '[]' }, content: [text('{}')] }, 'different'],
  ['a JSON string of a string', { structuredContent: { result: 'a' }, content: [text('"a"')] }, undefined],
  ['a JSON string of the JSON text', { structuredContent: { result: '{}' }, content: [text('"{}"')] }, undefined],
];

describe('textFault', () => {
  it.each(RESULTS)('compares the text of a result with its structured content: %s → $2', (_, given, want) => {
    expect(textFault(given)).toBe(want);
  });
});
