import { expect, test } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { changedArguments } from './changed-arguments.js';

type Change = (args: Record<string, unknown>) => unknown;
const list = (args: Record<string, unknown>): unknown[] => args['tags'] as unknown[];

const GIVEN = '{"id":"a/b","limit":1,"note":null,"tags":["b","a"],"body":{"~/":{"x":1}},"__proto__":{"y":1}}';

test.each<readonly [string, { readonly change: Change; readonly want: readonly string[] }]>([
  ['no change', { change: () => undefined, want: [] }],
  [
    'an object that is replaced by an equal copy',
    { change: (args) => (args['body'] = structuredClone(args['body'])), want: [] },
  ],
  ['a removed member', { change: (args) => delete args['id'], want: ['/id'] }],
  ['an added member', { change: (args) => (args['more'] = 1), want: ['/more'] }],
  ['an added member with the value undefined', { change: (args) => (args['more'] = undefined), want: ['/more'] }],
  [
    'an added member with a symbol as its name',
    { change: (args) => (args[Symbol('s') as unknown as string] = 1), want: ['/Symbol(s)'] },
  ],
  ['a changed value', { change: (args) => (args['limit'] = '1'), want: ['/limit'] }],
  ['null that is replaced by undefined', { change: (args) => (args['note'] = undefined), want: ['/note'] }],
  ['a changed element of a list', { change: (args) => (list(args)[0] = 'c'), want: ['/tags/0'] }],
  ['an element that is added to a list', { change: (args) => list(args).push('c'), want: ['/tags'] }],
  [
    'a changed member of a nested object',
    {
      change: (args) => ((args['body'] as Record<string, Record<string, number>>)['~/'] = { x: 2 }),
      want: ['/body/~0~1/x'],
    },
  ],
  [
    'a getter in place of a value',
    { change: (args) => Object.defineProperty(args, 'limit', { get: () => 1 }), want: ['/limit'] },
  ],
  ['a frozen object', { change: (args) => Object.freeze(args), want: [''] }],
  ['a frozen nested object', { change: (args) => Object.freeze(args['body']), want: ['/body'] }],
  ['a changed prototype', { change: (args) => Object.setPrototypeOf(args, null) as unknown, want: [''] }],
  [
    'a changed member named __proto__',
    { change: (args) => Object.defineProperty(args, '__proto__', { value: 1 }), want: ['/__proto__'] },
  ],
  [
    'a cycle',
    {
      change: (args) => (args['body'] = args),
      want: ['/body/id', '/body/limit', '/body/note', '/body/tags', '/body/body', '/body/__proto__', '/body/~0~1'],
    },
  ],
])('the changed arguments of a call are found: %s', (_, { change, want }) => {
  const args = JSON.parse(GIVEN) as Record<string, unknown>;
  change(args);
  expect(changedArguments(JSON.parse(GIVEN) as Json, args).toSorted()).toEqual(want.toSorted());
});

test('at most 20 pointers are returned', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`m${index}`, index]));
  expect(changedArguments(many, {})).toHaveLength(20);
});
