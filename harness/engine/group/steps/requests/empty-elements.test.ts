import { expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const OMITTED: Given = {
  rule: 'parity/same-request',
  kind: 'empty-became-omitted',
  pointer: '/body/note',
  cause: '',
  expected: '',
  received: '(omitted)',
};
const NULL: Given = {
  rule: 'parity/same-request',
  kind: 'value-became-null',
  pointer: '/body/tags/0',
  cause: '#/tags/items',
  expected: '',
  received: null,
};
const DROPPED: Given = {
  ...NULL,
  kind: 'elements-missing',
  pointer: '/body/tags',
  expected: ['a', ''],
  received: ['a'],
};

const trial = (given: Given): GivenTrial => ({ violations: [given], body: { name: 'a', tags: ['a', ''] } });
const omitted = trial(OMITTED);

it.each<[string, readonly GivenTrial[], number]>([
  ['empty elements that become null form one finding with omitted members', [omitted, trial(NULL)], 1],
  ['dropped empty elements form one finding with omitted members', [omitted, trial(DROPPED)], 1],
  [
    'elements that are not empty and become null are a separate finding from omitted members',
    [omitted, trial({ ...NULL, expected: 'a' })],
    2,
  ],
  [
    'a member that becomes null is a separate finding from omitted members',
    [omitted, trial({ ...NULL, pointer: '/body/note' })],
    2,
  ],
  [
    'dropped elements that are not empty are a separate finding from omitted members',
    [omitted, trial({ ...DROPPED, expected: ['a', 'b', ''] })],
    2,
  ],
  [
    'dropped empty elements of another kind are a separate finding from omitted members',
    [omitted, trial({ ...DROPPED, expected: ['a', []] })],
    2,
  ],
  [
    'dropped empty elements of another surface are a separate finding from omitted members',
    [omitted, trial({ ...DROPPED, surface: 'b' })],
    2,
  ],
  ['empty elements are a finding without omitted members, too', [trial(DROPPED)], 1],
])('%s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});

const DROPPED_PARAMETER: Given = { ...OMITTED, kind: 'missing', pointer: '/query/limit', expected: '1' };
const ACCEPTED: Given = {
  rule: 'conformance/arguments-checked',
  kind: 'null-argument-accepted',
  pointer: '/query/limit',
  cause: '',
};

it.each<[string, Given, number]>([
  ['is evidence if the tool never sends this parameter in requests', ACCEPTED, 1],
  ['is a separate finding if the tool never sends another parameter', { ...ACCEPTED, pointer: '/query/cursor' }, 2],
  ['is a separate finding if another tool server never sends this parameter', { ...ACCEPTED, surface: 'b' }, 2],
])('the violation that a tool accepts null for a parameter %s (findings: $2)', async (_, accepted, want) => {
  expect(await grouped([trial(DROPPED_PARAMETER), trial(accepted)])).toHaveLength(want);
});

const EMPTY_PARAMETER: Given = { ...OMITTED, pointer: '/query/limit', expected: '0' };

it.each<[string, Given, Given, number]>([
  ['is evidence if the tool omits empty values of this parameter', EMPTY_PARAMETER, ACCEPTED, 1],
  [
    'is evidence if the tool omits empty values of another parameter',
    EMPTY_PARAMETER,
    { ...ACCEPTED, pointer: '/query/cursor' },
    1,
  ],
  ['is a separate finding if the tool omits empty values only in bodies', OMITTED, ACCEPTED, 2],
  [
    'is a separate finding if another tool server omits the empty values',
    EMPTY_PARAMETER,
    { ...ACCEPTED, surface: 'b' },
    2,
  ],
])('the violation that a tool accepts null for a parameter %s (findings: $3)', async (_, empty, accepted, want) => {
  expect(await grouped([trial(empty), trial(accepted)])).toHaveLength(want);
});
