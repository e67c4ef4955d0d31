import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const INVALID: Given = {
  blame: 'backend',
  rule: 'conformance/response-body',
  kind: 'type',
  pointer: '/response/body/rank',
};
const LISTED: Given = {
  blame: 'backend',
  rule: 'state/listed',
  kind: 'type-changed',
  pointer: '/response/body/items/0/rank',
};

it.each<[string, Given, number, string?]>([
  ['invalid items and a list whose elements differ from them are one finding', LISTED, 1],
  [
    'invalid items and a list whose elements differ from them at another member are two findings',
    { ...LISTED, pointer: '/response/body/items/0/size' },
    2,
  ],
  ['invalid items and a list that differs, but has the invalid value too, are two findings', LISTED, 2, 'makeThing'],
])('%s (findings: $2)', async (_, difference, want, operation = 'orderThing') => {
  const trials = [
    { violations: [INVALID], operation: 'makeThing' },
    { violations: [difference], operation },
  ];
  expect(await grouped(trials)).toHaveLength(want);
});

const PRESET: Given = { ...INVALID, rule: 'state/default-value', kind: 'type-changed' };

it.each<[string, Given, number, boolean]>([
  ['in each reply with the wrong default', PRESET, 1, true],
  ['in no reply with the wrong default', PRESET, 2, false],
  ['in another member of the item', { ...PRESET, pointer: '/response/body/size' }, 2, true],
])('a wrong default, and an invalid value %s (findings: $2)', async (_, preset, want, isTogether) => {
  const trials = isTogether
    ? [{ violations: [INVALID, preset] }, { violations: [INVALID], body: { name: 'b' } }]
    : [{ violations: [INVALID] }, { violations: [preset], body: { name: 'b' } }];
  expect(await grouped(trials)).toHaveLength(want);
});
