import type { ListBound } from '../../../contract/collections/list-bounds.js';
import { isDate } from '../../../contract/formats/dates-and-times.js';
import type { Json } from '../../../contract/json/json.js';
import { dateTimeMs } from '../../values/instant.js';

/**
 * The place of a value in relation to a bound. `near` means that it is not certain: the value equals the bound, the
 * service may round it, or the time zone of a date is not known.
 */
export type PlaceOfValue = 'inside' | 'near' | 'outside';

/** Milliseconds. Two days are more than any difference of time zones together with the length of a day. */
const NEAR_DATE = 2 * 86_400_000;
/** Milliseconds. A service may store times without the fraction of a second. */
const NEAR_TIME = 1000;

/** Where a value of a member is in relation to the given bound; `undefined` if they cannot be compared. */
export function placeOf({ side, values, given }: ListBound, bound: Json, value: Json): PlaceOfValue | undefined {
  const [limit, own] = [measure(bound), measure(value)];
  if (limit === undefined || own === undefined || typeof bound !== typeof value) return undefined;
  const distance = side === 'smallest' ? own - limit : limit - own;
  const near = values !== given ? NEAR_DATE : values === 'date-time' ? NEAR_TIME : 0;
  if (Math.abs(distance) <= near) return 'near';
  return distance > 0 ? 'inside' : 'outside';
}

/** A number itself, or the milliseconds of a date or a time since 1970. */
function measure(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  return isDate(value) ? Date.parse(value) : dateTimeMs(value);
}
