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
  ['a list whose elements differ from invalid items is one finding with the items', LISTED, 1],
  [
    'a list whose elements differ from the items at another member is a separate finding from invalid items',
    { ...LISTED, pointer: '/response/body/items/0/size' },
    2,
  ],
  [
    'a list whose elements differ is a separate finding from invalid items if the list has the invalid value too',
    LISTED,
    2,
    'makeThing',
  ],
])('%s (findings: $2)', async (_, difference, want, operation = 'orderThing') => {
  const trials = [
    { violations: [INVALID], operation: 'makeThing' },
    { violations: [difference], operation },
  ];
  expect(await grouped(trials)).toHaveLength(want);
});
