import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../contract/fixtures/law-runs.js';
import type { Json } from '../../contract/json/json.js';
import { differingItems } from './differing-items.js';

const item = (id: number): Json => ({ id });
const page = (...ids: readonly number[]): Json => ids.map(item);
const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

it.each<[string, Json, Json, Json, Json]>([
  [
    'an item is missing',
    page(...range(1, 20)),
    page(...range(1, 7), ...range(9, 20)),
    ['…[7 equal items]', item(8), '…[12 equal items]'],
    ['…[7 equal items]', '…[12 equal items]'],
  ],
  [
    'an item is added at the end',
    page(...range(1, 9)),
    page(...range(1, 10)),
    ['…[9 equal items]'],
    ['…[9 equal items]', item(10)],
  ],
  [
    'two items are swapped',
    page(...range(1, 20)),
    page(2, 1, ...range(3, 20)),
    [item(1), item(2), '…[18 equal items]'],
    [item(2), item(1), '…[18 equal items]'],
  ],
  [
    'all items are in the reverse order',
    page(...range(1, 20)),
    page(...range(1, 20).toReversed()),
    [item(1), item(2), item(3), '…[17 more items]'],
    [item(20), item(19), item(18), '…[17 more items]'],
  ],
  ['a short list of numbers is shown completely', [1, 2, 3], [2, 3], [1, 2, 3], [2, 3]],
  ['a list of a few numbers is shown completely', range(1, 12), range(2, 12), range(1, 12), range(2, 12)],
  [
    'a long list of numbers has a missing item',
    range(1, 99),
    range(2, 99),
    [1, '…[98 equal items]'],
    ['…[98 equal items]'],
  ],
  [
    'a list in an object has a missing item',
    { items: page(...range(1, 9)), next: null },
    { items: page(...range(2, 9)) },
    { items: [item(1), '…[8 equal items]'], next: null },
    { items: ['…[8 equal items]'] },
  ],
  [
    'a list is compared with an omitted value',
    page(...range(1, 9)),
    '(omitted)',
    [item(1), item(2), item(3), '…[6 more items]'],
    '(omitted)',
  ],
  [
    'the received list is nested in a further object',
    { items: page(...range(1, 9)) },
    { data: { items: page(...range(1, 9)) } },
    { items: [item(1), item(2), item(3), '…[6 more items]'] },
    { data: { items: [item(1), item(2), item(3), '…[6 more items]'] } },
  ],
  ['values that are not lists are unchanged', 0.5, 1, 0.5, 1],
])(
  'equal items of two lists are omitted, and differing items are shown: %s',
  (_, expected, received, shownExpected, shownReceived) => {
    expect(differingItems(expected, received)).toEqual({ expected: shownExpected, received: shownReceived });
  },
);

it('differingItems is idempotent', () => {
  const list = fc.array(fc.oneof(fc.nat(3), fc.record({ id: fc.nat(3) })), { maxLength: 40 }) as fc.Arbitrary<Json>;
  const value = fc.oneof(list, fc.record({ items: list }), fc.jsonValue() as fc.Arbitrary<Json>);
  fc.assert(
    fc.property(value, value, (expected, received) => {
      const once = differingItems(expected, received);
      expect(differingItems(once.expected, once.received)).toEqual(once);
    }),
    { numRuns: lawRuns(100, 5000) },
  );
});
