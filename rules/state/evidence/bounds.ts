import type { BoundKind, ListBound } from '../../../contract/collections/bounds/bound.js';
import { decimalNumber } from '../../../contract/formats/decimal-texts.js';
import { isDate } from '../../../contract/formats/dates-and-times.js';
import type { Json } from '../../../contract/json/json.js';
import { dateTimeMs } from '../../values/instant.js';

/**
 * The place of a value in relation to a bound. `near`: the place is uncertain, because the value equals the bound and
 * the contract does not state whether the bound is inclusive, the service may round the value, or the time zone of a
 * date is not known.
 */
export type PlaceOfValue = 'inside' | 'near' | 'outside';

/** In milliseconds. */
const DAY = 86_400_000;
/** In milliseconds. Two days are longer than a day plus the largest difference between time zones. */
const NEAR_DATE = 2 * DAY;
/** In milliseconds. A service may store times without the fraction of a second. */
const NEAR_TIME = 1000;

/** Where a value of a member is in relation to the given bound; `undefined` if they cannot be compared. */
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

/** The place of a time by its distance from the first or the last millisecond of a day that is included. */
function placeOfDay(distance: number): PlaceOfValue {
  if (distance >= 0) return 'inside';
  return distance > -NEAR_TIME ? 'near' : 'outside';
}

/**
 * The number by which a value is compared: the value itself, the number in a decimal text, or the milliseconds from
 * 1970 to a date or time.
 */
function measure(kind: BoundKind, value: Json): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  if (kind === 'decimal') return decimalNumber(value);
  return isDate(value) ? Date.parse(value) : dateTimeMs(value);
}
