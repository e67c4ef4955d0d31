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
  ['keeps its old value in place of null', { ...CHANGED, kind: 'null-became-value', cause: 'two' }, 1],
  ['keeps null in place of a value', { ...CHANGED, kind: 'value-became-null', cause: 'two' }, 1],
  ['stores its value in lower case', { ...CHANGED, kind: 'lower-cased', cause: 'two' }, 2],
  [
    'keeps the old value of another member in place of null',
    { ...CHANGED, kind: 'null-became-value', pointer: '/response/body/title', cause: 'two' },
    2,
  ],
])(
  'an operation does not store the value of a member, and in a second call %s (findings: $2)',
  async (_, other, want) => {
    expect(await grouped([{ violations: [CHANGED] }, { violations: [other], body: { name: 'b' } }])).toHaveLength(want);
  },
);

it('two operations that do not store the values of a member have two findings', async () => {
  const other = { ...CHANGED, kind: 'null-became-value', cause: 'two' };
  expect(await grouped([{ violations: [CHANGED] }, { violations: [other], operation: 'orderThing' }])).toHaveLength(2);
});
