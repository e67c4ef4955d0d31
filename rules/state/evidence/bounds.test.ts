import { expect, it } from 'vitest';
import type { BoundKind, ListBound } from '../../../contract/collections/list-bounds.js';
import type { Json } from '../../../contract/json/json.js';
import { placeOf } from './bounds.js';

const bound = (side: ListBound['side'], values: BoundKind, given: BoundKind): ListBound => ({
  name: 'x',
  parameter: 'x_bound',
  side,
  values,
  given,
});
const LEAST = bound('smallest', 'number', 'number');
const MOST = bound('largest', 'number', 'number');
const FROM_DAY = bound('smallest', 'date-time', 'date');
const TO_DAY = bound('largest', 'date-time', 'date');
const TO_TIME = bound('largest', 'date-time', 'date-time');

it.each<[ListBound, Json, Json, string | undefined]>([
  [LEAST, 2, 3, 'inside'],
  [LEAST, 2, 2, 'near'],
  [LEAST, 2, 1.5, 'outside'],
  [MOST, 2, 3, 'outside'],
  [MOST, 2, null, undefined],
  [MOST, 2, '3', undefined],
  [FROM_DAY, '2026-01-05', '2026-01-04T10:00:00Z', 'near'],
  [FROM_DAY, '2026-01-05', '2026-01-02T10:00:00Z', 'outside'],
  [TO_DAY, '2026-01-05', '2026-01-05T23:59:59Z', 'near'],
  [TO_DAY, '2026-01-05', '2026-01-09T00:00:00Z', 'outside'],
  [TO_TIME, '2026-01-05T00:00:00Z', '2026-01-05T02:00:00+02:00', 'near'],
  [TO_TIME, '2026-01-05T00:00:00Z', '2026-01-05T02:00:00+01:00', 'outside'],
  [TO_TIME, '2026-01-05T00:00:00Z', '2026-01-05T00:00:00.500Z', 'near'],
  [TO_TIME, '2026-01-05T00:00:00Z', 'tomorrow', undefined],
])('a value is placed in relation to the bound %j of %j: %j is %s', (given, limit, value, want) => {
  expect(placeOf(given, limit, value)).toBe(want);
});
