import type { BoundKind, ListBound } from '../../../contract/collections/bounds/bound.js';
import { decimalNumber } from '../../../contract/formats/decimal-texts.js';
import { isDate } from '../../../contract/formats/dates-and-times.js';
import type { Json } from '../../../contract/json/json.js';
import { dateTimeMs } from '../../values/instant.js';

/**
 * Whether a value is inside or outside of a bound, such as `min_price=5`. `near` means that this is uncertain, for one
 * of these reasons:
 * - The value equals the bound, and the contract does not state whether the bound is inclusive.
 * - The service may round the value.
 * - The time zone of a date is not known.
 */
export type PlaceOfValue = 'inside' | 'near' | 'outside';

/** The milliseconds of a day. */
const DAY = 86_400_000;
/**
 * If a date differs from a time by at most this many milliseconds, the comparison is uncertain. Two days are longer
 * than a day plus the largest difference between time zones.
 */
const NEAR_DATE = 2 * DAY;
/**
 * If two times differ by at most this many milliseconds, the comparison is uncertain: a service may store times without
 * the fraction of a second.
 */
const NEAR_TIME = 1000;

/** Where the value of a member is in relation to a bound; `undefined` if the two cannot be compared. */
export function placeOf(
  { side, values, given, isInclusive, isUtcDay }: ListBound,
  bound: Json,
  value: Json,
): PlaceOfValue | undefined {
  const [limit, own] = [measure(values, bound), measure(values, value)];
  if (limit === undefined || own === undefined || typeof bound !== typeof value) return undefined;
  if (isUtcDay === true) return placeOfDay(side === 'smallest' ? own - limit : limit + DAY - 1 - own);
  const distance = side === 'smallest' ? own - limit : limit - own;
  const near = values !== given ? NEAR_DATE : values === 'date-time' ? NEAR_TIME : 0;
  if (distance === 0 && isInclusive !== undefined) return isInclusive ? 'inside' : 'outside';
  if (Math.abs(distance) <= near) return 'near';
  return distance > 0 ? 'inside' : 'outside';
}

/**
 * Where a time is in relation to a bound that is a whole day. `distance`: the milliseconds by which the time is after
 * the start of a first day, or before the end of a last day.
 */
function placeOfDay(distance: number): PlaceOfValue {
  if (distance >= 0) return 'inside';
  return distance > -NEAR_TIME ? 'near' : 'outside';
}

/**
 * The number by which a value is compared. For a number, this is the value itself; for a decimal text, its number; for
 * a date or time, the milliseconds since 1970.
 */
function measure(kind: BoundKind, value: Json): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  if (kind === 'decimal') return decimalNumber(value);
  return isDate(value) ? Date.parse(value) : dateTimeMs(value);
}
