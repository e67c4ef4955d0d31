import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const emptied = (pointer: string): Given => {
  return { rule: 'parity/same-value', pointer, expected: { a: 'a' }, received: {} };
};
const EMPTIED = ['source', 'labels', 'size'].map((name) => emptied(`/outcome/value/${name}`));
const LOST: Given = { rule: 'parity/same-value', kind: 'missing', pointer: '/outcome/value/items/0/name' };
const OF_PROBLEM: Given = { ...LOST, rule: 'parity/same-rejection', pointer: '/outcome/problem/errors/0/pointer' };
const EMPTY: Given = { ...LOST, kind: 'empty-became-omitted', pointer: '/outcome/value/items/0/note' };
const TOP: Given = { ...LOST, pointer: '/outcome/value/title' };

it.each<[string, readonly Given[], number]>([
  ['values and problem documents lose nested members', [...EMPTIED, LOST, OF_PROBLEM, EMPTY], 1],
  ['only two objects lose all members', [...EMPTIED.slice(1), LOST], 2],
  ['members at the top level are lost too', [...EMPTIED, LOST, TOP], 3],
  ['a nested member is lost on another surface', [...EMPTIED, { ...LOST, surface: 'b' }], 2],
  [
    'a nested member of a request is lost',
    [...EMPTIED, { ...LOST, rule: 'parity/same-request', pointer: '/body/a/b' }],
    2,
  ],
])('objects without members and lost members are grouped: %s (findings: $2)', async (_, given, want) => {
  expect(await grouped(given.map((each) => ({ violations: [each] })))).toHaveLength(want);
});

const OFF: Given = {
  rule: 'state/updated',
  blame: 'backend',
  pointer: '/response/body/open',
  cause: 'patchThing open',
  expected: false,
  received: true,
};
const OTHER: Given = { ...OFF, pointer: '/response/body/size', cause: 'patchThing size' };

it.each<[string, readonly Given[], number]>([
  ['false in two members', [OFF, OTHER], 1],
  ['false and 0', [OFF, { ...OTHER, expected: 0, received: 7 }], 1],
  ['false and null', [OFF, { ...OTHER, kind: 'null-became-value', expected: null, received: 'a' }], 1],
  ['false in two operations', [OFF, { ...OTHER, cause: 'putThing size' }], 2],
  ['false in a create and in a change', [OFF, { ...OTHER, rule: 'state/echo' }], 2],
  ['false, and a different number', [OFF, { ...OTHER, expected: 5, received: 7 }], 2],
  [
    'false, and a member with 0 and a different number',
    [OFF, { ...OTHER, expected: 0, received: 7 }, { ...OTHER, expected: 5, received: 7 }],
    2,
  ],
  ['false, and a member that is missing', [OFF, { ...OTHER, expected: '', received: '(omitted)' }], 2],
])('a service does not store %s (findings: $2)', async (_, given, want) => {
  expect(await grouped(given.map((violation) => ({ violations: [violation] })))).toHaveLength(want);
});
