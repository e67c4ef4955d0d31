import { expect, it } from 'vitest';
import { isNameOf } from './item-read.js';

it.each([
  ['item_id', 'itemId', true],
  ['item', 'item', true],
  ['item_id', 'item', true],
  ['itemId', 'item', true],
  ['id', 'item_id', true],
  ['id', 'item', false],
  ['name', 'item', false],
  ['item', 'item_id', false],
])('the member %s identifies the item in the path parameter {%s} → %s', (member, parameter, want) => {
  expect(isNameOf(member, parameter)).toBe(want);
});
