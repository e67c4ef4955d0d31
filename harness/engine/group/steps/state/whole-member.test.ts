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
  ['different faults in two members of list elements are two findings', [SKU, PRICE], 2],
  [
    'the same change in two members of list elements is one finding',
    [SKU, { ...PRICE, expected: 'de', received: 'DE' }],
    1,
  ],
  [
    'the same change in members of two different lists is two findings',
    [
      SKU,
      { ...PRICE, pointer: '/response/body/tax/0/name', cause: 'makeThing tax/*/name', expected: 'de', received: 'DE' },
    ],
    2,
  ],
  ['wrong members of list elements and a wrong whole list are one finding', [SKU, PRICE, LINES], 1],
  [
    'a missing member of a list element and a wrong whole list are one finding',
    [{ ...SKU, kind: 'missing' }, LINES],
    1,
  ],
  [
    'a missing list element and a wrong whole list are one finding',
    [{ ...LINES, kind: 'elements-missing', pointer: '/response/body/lines' }, LINES],
    1,
  ],
  [
    'elements that an update added to a list and other values in the list are one finding',
    [
      { ...LINES, rule: 'state/updated', kind: 'elements-added', pointer: '/response/body/lines' },
      { ...SKU, rule: 'state/updated', received: 'xyz' },
    ],
    1,
  ],
  [
    'elements that an update added to a list and values in capitals are two findings',
    [
      { ...LINES, rule: 'state/updated', kind: 'elements-added', pointer: '/response/body/lines' },
      { ...SKU, rule: 'state/updated' },
    ],
    2,
  ],
  [
    'a missing list element and a wrong member of list elements are two findings',
    [{ ...LINES, kind: 'elements-missing', pointer: '/response/body/lines' }, SKU],
    2,
  ],
  [
    'a wrong member of list elements and another wrong list are two findings',
    [SKU, { ...LINES, cause: 'makeThing li' }],
    2,
  ],
  [
    'a wrong member of list elements and a wrong whole list in a read are two findings',
    [SKU, { ...LINES, rule: 'state/updated' }],
    2,
  ],
])('wrong values in a list of a stored item: %s (findings: $2)', async (_, violations, want) => {
  const body = { name: 'x y', lines: [{ note: 'other' }] };
  expect(await grouped(violations.map((violation) => ({ violations: [violation], body })))).toHaveLength(want);
});
