import { isDateTime, isTime } from '../../contract/formats/dates-and-times.js';

/** The formats whose texts have several spellings of one meaning. */
export type InstantFormat = 'date-time' | 'time';

const MINUTES_A_DAY = 1440;

export function isInstantFormat(format: string): format is InstantFormat {
  return format === 'date-time' || format === 'time';
}

/**
 * Whether two texts name the same instant (RFC 3339 §5.6), or of `time` the same moment of a UTC day: letter case, the offset and
 * trailing zeros of the fraction do not matter, every other digit does. A text that is not of the format names no instant.
 */
export function isSameInstant(format: InstantFormat, one: string, other: string): boolean {
  const [a, b] = [instantKey(format, one), instantKey(format, other)];
  return a !== undefined && a === b;
}

/** Minute of UTC, second and fraction. A leap second is second 60 of its minute (§5.7), so it never equals the second after it. */
function instantKey(format: InstantFormat, text: string): string | undefined {
  if (!(format === 'time' ? isTime(text) : isDateTime(text))) return undefined;
  const time = format === 'time' ? text : text.slice(11);
  const [, hour = '', minute = '', second = '', fraction = '', sign = '', offsetHour = '0', offsetMinute = '0'] = PARTS.exec(time) ?? [];
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1);
  const local = Number(hour) * 60 + Number(minute) - offset;
  const minutes = format === 'time' ? (local + MINUTES_A_DAY) % MINUTES_A_DAY : dayNumber(text) * MINUTES_A_DAY + local;
  return `${minutes} ${second}.${fraction.replace(/0+$/, '')}`;
}

const PARTS = /^(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[zZ]|([+-])(\d{2}):(\d{2}))$/;

/** Days since an arbitrary day. Years below 100 are years of the first century here, which `Date.UTC` would move to the 20th. */
function dayNumber(text: string): number {
  const date = new Date(0);
  date.setUTCFullYear(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10)));
  return date.getTime() / 86_400_000;
}
