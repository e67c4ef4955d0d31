const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[zZ]|([+-])(\d{2}):(\d{2}))$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MINUTES_A_DAY = 1440;

/** Whether a string is a `full-date` of RFC 3339 §5.6. The day must exist in the month (§5.7). */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  const isLeapDay = month === 2 && day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return isLeapDay || (day >= 1 && day <= (DAYS[month - 1] ?? 0));
}

/** Whether a string is a `full-time`. A leap second is valid only at the end of a UTC day (RFC 3339 §5.7). */
export function isTime(text: string): boolean {
  const parts = TIME.exec(text);
  if (parts === null) return false;
  const [hour, minute, second] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const [offsetHour, offsetMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  const offset = (offsetHour * 60 + offsetMinute) * (parts[4] === '-' ? -1 : 1);
  return second < 60 || (hour * 60 + minute - offset + 2 * MINUTES_A_DAY) % MINUTES_A_DAY === MINUTES_A_DAY - 1;
}

/**
 * Whether a string is a `date-time` (RFC 3339 §5.6). The date and the time must be separated by `T` or `t`. A space is
 * not allowed, because it is not part of the grammar.
 */
export function isDateTime(text: string): boolean {
  return /^[tT]$/.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}
