import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { agrees, calculated, statedCalculations } from './stated-calculation.js';

const ORDER: JsonObject = {
  lines: [
    { lineTotal: '148.50', price: 49.5, quantity: 3 },
    { lineTotal: '0.10', price: 0.1, quantity: 1 },
  ],
  subtotal: '148.60',
  discount: '8.60',
  uses: 2,
  maxUses: 1,
  third: 0.333,
  weights: [{ grams: null }],
};

it.each<[description: string, value: Json, want: boolean | undefined]>([
  ['Sum of `lineTotal` over all lines.', '148.60', true],
  ['Sum of `lineTotal` over all lines.', '49.60', false],
  ['The sum of the `quantity` of all `lines`.', 4, true],
  ['The sum of the `quantity` of all `lines`.', 5, false],
  ['What the order costs. `subtotal` minus `discount`.', '140.00', true],
  ['`subtotal` minus `discount`.', '148.60', false],
  ['The sum of `uses` and `maxUses`.', 3, true],
  ['`uses` times `third`.', 0.67, true],
  ['`uses` times `third`.', 0.68, false],
  ['How often it was used. Never more than `maxUses`.', 2, false],
  ['At most `uses`.', 2, true],
  ['Sum of `lineTotal` over all lines.', null, true],
  ['Sum of `lineTotal` over all lines, without tax.', '1.00', undefined],
  ['Sum of `lineTotal` over all lines. Refunded lines do not count.', '1.00', undefined],
  ['`subtotal` minus `discount`, at least 0.', '1.00', undefined],
  ['Sum of `grams` over all `weights`.', 1, undefined],
  ['Sum of `lineTotal` over all parts.', 1, undefined],
  ['`subtotal` minus `missing`.', 1, undefined],
  ['The total.', 1, undefined],
])(
  'if the description of a member is "%s", its value %j agrees with the other members: %s',
  (description, value, want) => {
    const found = statedCalculations(description).flatMap((calculation) => {
      const result = calculated(calculation, ORDER);
      return result === undefined ? [] : [agrees(calculation, value, result)];
    });
    expect(found[0]).toBe(want);
  },
);
