import { expect, it } from 'vitest';
import type { BoundKind, ListBound } from '../../../contract/collections/bounds/bound.js';
import type { Json } from '../../../contract/json/json.js';
import { placeOf } from './bounds.js';

const bound = (side: ListBound['side'], values: BoundKind, given: BoundKind): ListBound => ({
  name: 'x',
  parameter: 'x_bound',
  side,
  values,
  given,
});
const LEAST = ['an inclusive or exclusive minimum', bound('smallest', 'number', 'number')] as const;
const MOST = ['an inclusive or exclusive maximum', bound('largest', 'number', 'number')] as const;
const FROM_DAY = ['a first day', bound('smallest', 'date-time', 'date')] as const;
const TO_DAY = ['a last day', bound('largest', 'date-time', 'date')] as const;
const UTC_DAY = { isInclusive: true, isUtcDay: true } as const;
const TO_TIME = ['a last time', bound('largest', 'date-time', 'date-time')] as const;

it.each<readonly [string, ListBound, Json, Json, string | undefined]>([
  [...LEAST, 2, 3, 'inside'],
  [...LEAST, 2, 2, 'near'],
  [...LEAST, 2, 1.5, 'outside'],
  ['an inclusive minimum', { ...LEAST[1], isInclusive: true }, 2, 2, 'inside'],
  ['an exclusive minimum', { ...LEAST[1], isInclusive: false }, 2, 2, 'outside'],
  [...MOST, 2, 3, 'outside'],
  [...MOST, 2, null, undefined],
  [...MOST, 2, '3', undefined],
  [...FROM_DAY, '2026-01-05', '2026-01-04T10:00:00Z', 'near'],
  [...FROM_DAY, '2026-01-05', '2026-01-02T10:00:00Z', 'outside'],
  [...TO_DAY, '2026-01-05', '2026-01-05T23:59:59Z', 'near'],
  [...TO_DAY, '2026-01-05', '2026-01-09T00:00:00Z', 'outside'],
  ['a first day in UTC', { ...FROM_DAY[1], ...UTC_DAY }, '2026-01-05', '2026-01-05T00:00:00Z', 'inside'],
  ['a first day in UTC', { ...FROM_DAY[1], ...UTC_DAY }, '2026-01-05', '2026-01-04T23:00:00Z', 'outside'],
  ['a last day in UTC', { ...TO_DAY[1], ...UTC_DAY }, '2026-01-05', '2026-01-06T01:30:00+02:00', 'inside'],
  ['a last day in UTC', { ...TO_DAY[1], ...UTC_DAY }, '2026-01-05', '2026-01-06T00:00:00Z', 'near'],
  ['a last day in UTC', { ...TO_DAY[1], ...UTC_DAY }, '2026-01-05', '2026-01-06T00:00:02Z', 'outside'],
  [...TO_TIME, '2026-01-05T00:00:00Z', '2026-01-05T02:00:00+02:00', 'near'],
  [...TO_TIME, '2026-01-05T00:00:00Z', '2026-01-05T02:00:00+01:00', 'outside'],
  [...TO_TIME, '2026-01-05T00:00:00Z', '2026-01-05T00:00:00.500Z', 'near'],
  [...TO_TIME, '2026-01-05T00:00:00Z', 'tomorrow', undefined],
])(
  'a value is inside or outside of a bound, or too near to decide: %s of $2, value $3: $4',
  (_, given, limit, value, want) => {
    expect(placeOf(given, limit, value)).toBe(want);
  },
);
