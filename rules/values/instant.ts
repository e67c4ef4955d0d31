import { isDateTime, isTime } from '../../contract/formats/dates-and-times.js';

/** The formats of texts in which one point in time has several spellings. */
export type InstantFormat = 'date-time' | 'time';

const MINUTES_A_DAY = 1440;

export function isInstantFormat(format: string): format is InstantFormat {
  return format === 'date-time' || format === 'time';
}

/**
 * Whether two texts mean the same point in time (RFC 3339 §5.6) or, with the format `time`, the same time of day in
 * UTC. Letter case, the offset, and zeros at the end of the fraction may differ. A text that does not have the format
 * is never equal.
 */
export function isSameInstant(format: InstantFormat, one: string, other: string): boolean {
  const [a, b] = [instantKey(format, one), instantKey(format, other)];
  return a !== undefined && a === b;
}

/**
 * A text for comparison: the UTC minute, the second and the fraction of a point in time. A leap second is second 60 of
 * its minute (RFC 3339 §5.7), so it never equals the second after it.
 */
function instantKey(format: InstantFormat, text: string): string | undefined {
  if (!(format === 'time' ? isTime(text) : isDateTime(text))) return undefined;
  const time = format === 'time' ? text : text.slice(11);
  const [, hour = '', minute = '', second = '', fraction = '', sign = '', offsetHour = '0', offsetMinute = '0'] =
    PARTS.exec(time) ?? [];
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1);
  const local = Number(hour) * 60 + Number(minute) - offset;
  const minutes = format === 'time' ? (local + MINUTES_A_DAY) % MINUTES_A_DAY : dayNumber(text) * MINUTES_A_DAY + local;
  return `${minutes} ${second}.${fraction.replace(/0+$/, '')}`;
}

/** The milliseconds since 1970 of a `date-time`. `undefined` for a wrong format, and for a leap second. */
export function dateTimeMs(text: string): number | undefined {
  const ms = isDateTime(text) ? Date.parse(text.toUpperCase()) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

const PARTS = /^(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[zZ]|([+-])(\d{2}):(\d{2}))$/;

/**
 * The number of days from 1970 to a date. `setUTCFullYear` is used, because `Date.UTC` reads a year below 100 as a year
 * of the 20th century.
 */
function dayNumber(text: string): number {
  const date = new Date(0);
  date.setUTCFullYear(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10)));
  return date.getTime() / 86_400_000;
}
