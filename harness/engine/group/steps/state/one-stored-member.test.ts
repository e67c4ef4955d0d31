import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const CHANGED: Given = {
  rule: 'state/updated',
  blame: 'backend',
  pointer: '/response/body/about',
  kind: 'changed',
  cause: 'one',
};

it.each<[string, Given, number]>([
  ['null that keeps the old value', { ...CHANGED, kind: 'null-became-value', cause: 'two' }, 1],
  ['a value that stays null', { ...CHANGED, kind: 'value-became-null', cause: 'two' }, 1],
  ['a value in lower case', { ...CHANGED, kind: 'lower-cased', cause: 'two' }, 2],
  [
    'null in another member',
    { ...CHANGED, kind: 'null-became-value', pointer: '/response/body/title', cause: 'two' },
    2,
  ],
])('a member that is not stored, and %s: findings: $2', async (_, other, want) => {
  expect(await grouped([{ violations: [CHANGED] }, { violations: [other], body: { name: 'b' } }])).toHaveLength(want);
});

it('a change of one operation is a separate finding from null in another operation', async () => {
  const other = { ...CHANGED, kind: 'null-became-value', cause: 'two' };
  expect(await grouped([{ violations: [CHANGED] }, { violations: [other], operation: 'orderThing' }])).toHaveLength(2);
});
