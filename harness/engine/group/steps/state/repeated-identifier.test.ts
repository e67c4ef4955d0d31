import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const REPEATED: Given = {
  rule: 'state/new-item',
  kind: 'identifier-repeated',
  pointer: '/response/body/id',
  cause: 'makeThing',
  blame: 'backend',
};
const UNORDERED: Given = { rule: 'state/serial-order', kind: 'no-serial-order', pointer: '/state', blame: 'backend' };

it.each([
  ['an identifier that is assigned twice forms one finding with the same fault in concurrent creates', 'makeThing', 1],
  [
    'an identifier that is assigned twice is a separate finding from a repeated identifier of another operation',
    'addBook',
    2,
  ],
])('groups repeated identifiers: %s', async (_, cause, want) => {
  const found = await grouped([
    { violations: [{ ...REPEATED, cause }] },
    { violations: [UNORDERED], sequence: true, isRepeated: true },
  ]);
  expect(found.length).toBe(want);
});

it('an identifier that is assigned twice forms one finding with the changed creation time of an item, because a read returns the later item', async () => {
  const time = { ...REPEATED, rule: 'state/item-times', kind: 'create-time-changed', cause: '/things/{id} created_at' };
  const steps = [
    { violations: [REPEATED] },
    { violations: [time], sequence: true as const, isRepeated: true as const },
  ];
  expect(await grouped(steps)).toHaveLength(1);
});

it.each([
  [
    'with the difference under concurrent calls, if a single read is wrong at the same member',
    '/response/body/title',
    1,
  ],
  ['but not with a difference under concurrent calls at another member', '/response/body/size', 2],
])('an identifier that is assigned twice forms one finding %s', async (_, pointer, want) => {
  const read = { ...REPEATED, rule: 'state/stored', kind: 'changed', pointer: '/response/body/title' };
  const mixed = { ...REPEATED, rule: 'state/replies-apart', kind: 'depends-on-other-calls', pointer };
  const later = { sequence: true as const, isRepeated: true as const };
  const found = await grouped([
    { violations: [REPEATED] },
    { violations: [read], ...later },
    { violations: [mixed], ...later },
  ]);
  expect(found).toHaveLength(want);
});
