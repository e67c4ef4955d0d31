import { expect, test } from 'vitest';
import { nameOneOf } from './name-one-of.js';

const MANY = [
  'listUsers',
  'createUser',
  'getUser',
  'deleteUser',
  ...Array.from({ length: 200 }, (_, index) => `${'x'.repeat(20)}${index}`),
];

test.each<[string, readonly string[], string]>([
  ['rets', ['rest', 'cli'], 'Name one of: rest, cli.'],
  [
    'listUser',
    MANY,
    'Name one of: listUsers, getUser, createUser, deleteUser, xxxxxxxxxxxxxxxxxxxx0, or one of 199 other names.',
  ],
  [
    'LISTUSERS',
    MANY,
    'Name one of: listUsers, getUser, createUser, deleteUser, xxxxxxxxxxxxxxxxxxxx0, or one of 199 other names.',
  ],
])('proposes the most similar names for %s → $2', (name, names, want) => {
  expect(nameOneOf(name, names)).toBe(want);
});
