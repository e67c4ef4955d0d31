import type { Json } from '../../contract/json/json.js';
import { type ValueRelation, isText } from './relation-kinds.js';

/**
 * Matches a date or date-time that `Date` can parse, but no number or word. A year may have six digits with a sign: a
 * time zone may move a date to such a year (ECMA-262 §21.4.1.32, Expanded Years).
 */
const DATE = /^(?:\d{4}|[+-]\d{6})-\d\d-\d\d(?:[Tt ]\d\d:\d\d.{0,30})?$/;

function instant(value: Json): number {
  return typeof value === 'string' && DATE.test(value) ? Date.parse(value) : Number.NaN;
}

/** The largest difference between two time zones in hours: from UTC-12 to UTC+14. */
const MOST_HOURS_OFF = 26;

/** The offset of a time from UTC (RFC 3339 §5.6). */
const OFFSET = /(?:[Zz]|[+-]\d\d:\d\d)$/;

/** Whether two times differ only in their offsets from UTC, so that they are different points in time. */
function isOtherOffset(expected: Json, received: Json): boolean {
  if (!isText(expected) || !isText(received) || !OFFSET.test(expected) || !OFFSET.test(received)) return false;
  const isAlike = expected.replace(OFFSET, '') === received.replace(OFFSET, '');
  const [one, other] = [instant(expected), instant(received)];
  return isAlike && !Number.isNaN(one) && !Number.isNaN(other) && one !== other;
}

export const INSTANTS: readonly ValueRelation[] = [
  {
    name: 'date-parsed',
    words: 'dates and times are parsed and written in a different form or with a shorter fraction',
    holds: (expected, received) => expected !== received && instant(expected) === instant(received),
    changes: (value) => !Number.isNaN(instant(value)),
  },
  {
    name: 'offset-replaced',
    words: 'the offset of times is replaced, so that they are different points in time',
    holds: (expected, received) => isOtherOffset(expected, received),
    changes: (value) =>
      isText(value) && !Number.isNaN(instant(value)) && isOtherOffset(value, value.replace(OFFSET, 'Z')),
  },
  {
    name: 'time-cut',
    words: 'times are cut off',
    holds: (expected, received) =>
      isText(expected) &&
      isText(received) &&
      !Number.isNaN(instant(expected)) &&
      received.length >= 10 &&
      !isOtherOffset(expected, received) &&
      expected.startsWith(received.replace(/[Zz]$/, '')),
    changes: (value) => isText(value) && value.length > 10 && !Number.isNaN(instant(value)),
  },
  {
    name: 'time-shifted',
    words: 'times are shifted by hours',
    holds: (expected, received) => {
      const hours = (instant(received) - instant(expected)) / 3_600_000;
      return hours !== 0 && Math.abs(hours) <= MOST_HOURS_OFF && Number.isInteger(hours * 4);
    },
    changes: (value) => !Number.isNaN(instant(value)),
  },
];
