import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const SKU: Given = {
  rule: 'state/echo',
  blame: 'backend',
  pointer: '/response/body/lines/0/sku',
  cause: 'makeThing lines/*/sku',
  expected: 'ab',
  received: 'AB',
};
const PRICE: Given = {
  ...SKU,
  pointer: '/response/body/lines/0/price',
  cause: 'makeThing lines/*/price',
  expected: 1.5,
  received: 7,
};
const LINES: Given = { ...PRICE, cause: 'makeThing lines' };

it.each<[string, readonly Given[], number]>([
  ['two members of the elements with different faults are two findings', [SKU, PRICE], 2],
  [
    'two members of the elements that are changed in the same way are one finding',
    [SKU, { ...PRICE, expected: 'de', received: 'DE' }],
    1,
  ],
  [
    'two members that are changed in the same way in different members of the item are two findings',
    [
      SKU,
      { ...PRICE, pointer: '/response/body/tax/0/name', cause: 'makeThing tax/*/name', expected: 'de', received: 'DE' },
    ],
    2,
  ],
  ['members of the elements and the whole list are one finding', [SKU, PRICE, LINES], 1],
  ['a missing member of an element and the whole list are one finding', [{ ...SKU, kind: 'missing' }, LINES], 1],
  [
    'a missing element and the whole list are one finding',
    [{ ...LINES, kind: 'elements-missing', pointer: '/response/body/lines' }, LINES],
    1,
  ],
  [
    'a missing element and a member of the elements are two findings',
    [{ ...LINES, kind: 'elements-missing', pointer: '/response/body/lines' }, SKU],
    2,
  ],
  ['a member of the elements and a different list are two findings', [SKU, { ...LINES, cause: 'makeThing li' }], 2],
  [
    'a member of the elements and the whole list in a read are two findings',
    [SKU, { ...LINES, rule: 'state/updated' }],
    2,
  ],
])('wrong values in a list of a stored item: %s (findings: $2)', async (_, violations, want) => {
  const body = { name: 'x y', lines: [{ note: 'other' }] };
  expect(await grouped(violations.map((violation) => ({ violations: [violation], body })))).toHaveLength(want);
});
