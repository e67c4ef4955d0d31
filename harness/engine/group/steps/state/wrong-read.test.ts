import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const BACKEND = { blame: 'backend', pointer: '/response/body' } as const;
const ANOTHER: Given = { ...BACKEND, rule: 'state/stored', kind: 'another-item', cause: 'makeThing' };
const OUTDATED: Given = { ...BACKEND, rule: 'state/updated', kind: 'not-stored', cause: 'changeThing' };
const CHANGED: Given = { ...BACKEND, rule: 'state/stored', pointer: '/response/body/name', cause: 'makeThing name' };
const LISTED: Given = { ...BACKEND, rule: 'state/listed', pointer: '/response/body/items/0/name', cause: 'list name' };
const NOT_LISTED: Given = { ...LISTED, kind: 'not-listed' };

it.each<[string, Given, Given, number]>([
  ['a GET that returns another item explains wrong values of its replies', ANOTHER, CHANGED, 1],
  ['a GET that returns another item explains a list that differs from it', ANOTHER, LISTED, 1],
  ['a GET that does not show a change explains a list that differs from it', OUTDATED, LISTED, 1],
  [
    'a GET that does not show the effect of an action explains a list that differs from it',
    { ...OUTDATED, rule: 'state/acted', cause: 'finishThing' },
    LISTED,
    1,
  ],
  ['a GET that does not show a change does not explain a wrong value after a create', OUTDATED, CHANGED, 2],
  ['a GET that returns another item does not explain a missing element of a list', ANOTHER, NOT_LISTED, 2],
])('%s (findings: $3)', async (_, read, other, want) => {
  expect(await grouped([{ violations: [read] }, { violations: [other] }])).toHaveLength(want);
});
