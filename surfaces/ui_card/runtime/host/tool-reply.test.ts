import { expect, it } from 'vitest';
import { toolReply } from './tool-reply.js';

const text = (value: string): object => ({ content: [{ type: 'text', text: value }] });
const problem = { type: 'about:blank', status: 404 };

it.each<[string, { readonly result: unknown; readonly output?: string }, object]>([
  ['a value', { result: { structuredContent: { a: null } } }, { isSuccess: true, isJson: true, value: { a: null } }],
  [
    'a wrapped value',
    { result: { structuredContent: { result: [1] } }, output: 'wrapped' },
    { isSuccess: true, value: [1] },
  ],
  [
    'a value that looks wrapped but is not wrapped',
    { result: { structuredContent: { result: [1] } }, output: 'object' },
    { value: { result: [1] } },
  ],
  ['a text', { result: text('plain') }, { isSuccess: true, isJson: false, value: 'plain', isEmpty: false }],
  ['a result without content', { result: { content: [] } }, { isSuccess: true, isJson: false, isEmpty: true }],
  ['an image', { result: { content: [{ type: 'image' }, 7] } }, { value: '(image)\n' }],
  [
    'a problem',
    { result: { structuredContent: problem, isError: true } },
    { isSuccess: false, status: 404, value: problem },
  ],
  [
    'a wrapped problem',
    { result: { structuredContent: problem, isError: true }, output: 'wrapped' },
    { value: problem },
  ],
  [
    'a failure in prose',
    { result: { ...text('no'), isError: true } },
    { isSuccess: false, isJson: false, value: 'no' },
  ],
])('the result of a tool is read as a reply: %s → $2', (_, { result, output }, want) => {
  expect(toolReply(result, output)).toMatchObject(want);
});

it('a success of a tool has no status, even if its value has a member `status`', () => {
  expect(toolReply({ structuredContent: { status: 500 } }, 'object')).not.toHaveProperty('status');
});

it.each([[undefined], [null], ['text'], [[]]])(
  'toolReply rejects the value %j, which is not a tool result',
  (result) => {
    expect(() => toolReply(result, 'object')).toThrow('no tool result');
  },
);
