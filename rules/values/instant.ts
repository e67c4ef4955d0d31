import { isDateTime, isTime } from '../../contract/formats/dates-and-times.js';

/** The formats of texts in which one point in time has several spellings. */
export type InstantFormat = 'date-time' | 'time';

const MINUTES_A_DAY = 1440;

export function isInstantFormat(format: unknown): format is InstantFormat {
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
 * Whether two points in time differ by less than the last of `digits` digits of a second, because one of them was cut
 * off or rounded after these digits. A leap second never equals the second after it (see `isSameInstant`).
 */
export function isInstantCut(format: InstantFormat, one: string, other: string, digits: number): boolean {
  const [a, b] = [partsOf(format, one), partsOf(format, other)];
  if (a === undefined || b === undefined) return false;
  const apart = picoseconds(a) - picoseconds(b);
  return apart !== 0n && (apart < 0n ? -apart : apart) < 10n ** BigInt(FRACTION_DIGITS - digits);
}

/** A point in time: its UTC minute, the second of the minute, and the digits of the fraction of the second. */
interface Instant {
  readonly minutes: number;
  readonly second: string;
  readonly fraction: string;
}

/** The number of digits of a fraction that `isInstantCut` compares. */
const FRACTION_DIGITS = 12;

function picoseconds({ minutes, second, fraction }: Instant): bigint {
  const seconds = BigInt(minutes) * 60n + BigInt(second);
  return (
    seconds * 10n ** BigInt(FRACTION_DIGITS) + BigInt(fraction.padEnd(FRACTION_DIGITS, '0').slice(0, FRACTION_DIGITS))
  );
}

/**
 * A text for comparison. A leap second is second 60 of its minute (RFC 3339 §5.7), so it never equals the second after
 * it.
 */
function instantKey(format: InstantFormat, text: string): string | undefined {
  const parts = partsOf(format, text);
  return parts && `${parts.minutes} ${parts.second}.${parts.fraction.replace(/0+$/, '')}`;
}

function partsOf(format: InstantFormat, text: string): Instant | undefined {
  if (!(format === 'time' ? isTime(text) : isDateTime(text))) return undefined;
  const time = format === 'time' ? text : text.slice(11);
  const [, hour = '', minute = '', second = '', fraction = '', sign = '', offsetHour = '0', offsetMinute = '0'] =
    PARTS.exec(time) ?? [];
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1);
  const local = Number(hour) * 60 + Number(minute) - offset;
  const minutes = format === 'time' ? (local + MINUTES_A_DAY) % MINUTES_A_DAY : dayNumber(text) * MINUTES_A_DAY + local;
  return { minutes, second, fraction };
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
