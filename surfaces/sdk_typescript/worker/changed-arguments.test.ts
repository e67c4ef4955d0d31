import { expect, test } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { changedArguments } from './changed-arguments.js';

type Change = (args: Record<string, unknown>) => unknown;
const list = (args: Record<string, unknown>): unknown[] => args['tags'] as unknown[];

const GIVEN = '{"id":"a/b","limit":1,"note":null,"tags":["b","a"],"body":{"~/":{"x":1}},"__proto__":{"y":1}}';

test.each<readonly [string, { readonly change: Change; readonly want: readonly string[] }]>([
  ['nothing', { change: () => undefined, want: [] }],
  ['a copy in place of a container', { change: (args) => (args['body'] = structuredClone(args['body'])), want: [] }],
  ['a removed member', { change: (args) => delete args['id'], want: ['/id'] }],
  ['an added member', { change: (args) => (args['more'] = 1), want: ['/more'] }],
  ['an added member without a value', { change: (args) => (args['more'] = undefined), want: ['/more'] }],
  ['an added symbol', { change: (args) => (args[Symbol('s') as unknown as string] = 1), want: ['/Symbol(s)'] }],
  ['another value', { change: (args) => (args['limit'] = '1'), want: ['/limit'] }],
  ['null made undefined', { change: (args) => (args['note'] = undefined), want: ['/note'] }],
  ['an element', { change: (args) => (list(args)[0] = 'c'), want: ['/tags/0'] }],
  ['a longer list', { change: (args) => list(args).push('c'), want: ['/tags'] }],
  [
    'a nested member',
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
  ['a frozen member', { change: (args) => Object.freeze(args['body']), want: ['/body'] }],
  ['another prototype', { change: (args) => Object.setPrototypeOf(args, null) as unknown, want: [''] }],
  [
    'a member called __proto__',
    { change: (args) => Object.defineProperty(args, '__proto__', { value: 1 }), want: ['/__proto__'] },
  ],
  [
    'a cycle',
    {
      change: (args) => (args['body'] = args),
      want: ['/body/id', '/body/limit', '/body/note', '/body/tags', '/body/body', '/body/__proto__', '/body/~0~1'],
    },
  ],
])('the pointers to changed arguments: %s', (_, { change, want }) => {
  const args = JSON.parse(GIVEN) as Record<string, unknown>;
  change(args);
  expect(changedArguments(JSON.parse(GIVEN) as Json, args).toSorted()).toEqual(want.toSorted());
});

test('the list of pointers is bounded', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`m${index}`, index]));
  expect(changedArguments(many, {})).toHaveLength(20);
});
