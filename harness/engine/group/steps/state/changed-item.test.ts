import { expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const LONGER: Given = {
  rule: 'state/updated',
  kind: 'elements-added',
  pointer: '/response/body/tags',
  cause: 'patchThing',
  blame: 'backend',
};

const RENAMED: Given = {
  rule: 'state/echo',
  kind: 'renamed',
  pointer: '/response/body/metadata/A',
  cause: 'makeThing',
  expected: 'A',
  received: 'a',
  blame: 'backend',
};
const STORED: Given = {
  ...RENAMED,
  rule: 'state/updated',
  pointer: '/response/body/metadata/9W',
  cause: 'patchThing',
  expected: '9W',
  received: 'w',
};
const LOST: Given = {
  ...RENAMED,
  kind: 'missing',
  pointer: '/response/body/metadata/B',
  cause: 'makeThing metadata',
  expected: '1',
  received: '(omitted)',
};
const BOTH = { metadata: { B: '1', b: '2' } };

it.each<[string, Given, GivenTrial['body'], number]>([
  ['and after a change', STORED, {}, 1],
  ['and those of another object after a change', { ...STORED, pointer: '/response/body/labels/9W' }, {}, 2],
  ['and one is missing that another one got the name of', LOST, BOTH, 1],
  ['and one is missing whose new name no other one has', LOST, { metadata: { B: '1', c: '2' } }, 2],
  [
    'and one of another object is missing',
    { ...LOST, pointer: '/response/body/labels/B' },
    { labels: BOTH.metadata },
    2,
  ],
])('members of an object that are renamed %s', async (_, other, body, want) => {
  const steps: readonly GivenTrial[] = [{ violations: [RENAMED] }, { violations: [other], body: body ?? {} }];
  expect((await grouped(steps)).length).toBe(want);
});

it.each<[string, Partial<Given>, number]>([
  ['and its elements in another order', { kind: 'reordered' }, 1],
  ['and fewer elements of another member', { kind: 'elements-missing', pointer: '/response/body/sizes' }, 2],
  ['and fewer elements after another change', { kind: 'elements-missing', cause: 'putThing' }, 2],
  ['and another text', { kind: 'changed', pointer: '/response/body/name', cause: 'patchThing name' }, 2],
])('a change that stores more elements %s', async (_, other, want) => {
  const steps = [LONGER, { ...LONGER, ...other }].map((given) => ({ violations: [given], sequence: true }) as const);
  expect((await grouped(steps)).length).toBe(want);
});

it.each<[string, Partial<Given>, number]>([
  ['and the member from before', { kind: 'reset-by-patch' }, 1],
  ['and an empty text', { kind: 'empty-became-omitted', expected: '' }, 1],
  ['and another member', { kind: 'reset-by-patch', pointer: '/response/body/text', cause: 'patchThing text' }, 2],
  ['and the member of another change', { kind: 'reset-by-patch', cause: 'putThing note' }, 2],
  ['and resets it to a value', { kind: 'reset-by-patch', received: 'a' }, 2],
])('a change that loses the member it sets %s', async (_, other, want) => {
  const lost: Given = {
    ...LONGER,
    kind: 'missing',
    pointer: '/response/body/note',
    cause: 'patchThing note',
    expected: 'b',
    received: '(omitted)',
  };
  const steps = [lost, { ...lost, ...other }].map((given) => ({ violations: [given], sequence: true }) as const);
  expect((await grouped(steps)).length).toBe(want);
});
