import { expect, it } from 'vitest';
import { isLessPrecise } from './stored-instant.js';

const SENT = '2026-01-01T00:00:00.1234567Z';

it.each<[description: string, received: string, want: boolean]>([
  ['The start.', '2026-01-01T00:00:00.123456Z', true],
  ['The start.', '2026-01-01T00:00:00.123457Z', true],
  ['The start.', '2026-01-01T01:00:00.123456+01:00', true],
  ['The start.', '2026-01-01T00:00:00.123Z', false],
  ['The start.', '2026-01-01T00:00:00.123458Z', false],
  ['Stored as written, including the offset.', '2026-01-01T00:00:00.123456Z', false],
  ['Kept to microseconds: further digits are dropped.', '2026-01-01T00:00:00.123456Z', true],
  ['Kept to microseconds: further digits are dropped.', '2026-01-01T00:00:00.123Z', false],
  ['Stored with a precision of microseconds.', '2026-01-01T00:00:00.123Z', false],
  ['Kept to milliseconds.', '2026-01-01T00:00:00.123Z', true],
  ['With millisecond precision.', '2026-01-01T00:00:00.125Z', false],
  ['Rounded to the nearest millisecond.', '2026-01-01T00:00:00.123Z', true],
  ['Stored to the second.', '2026-01-01T00:00:00Z', true],
  ['Stored to the second.', '2026-01-01T00:00:01Z', true],
  ['Stored to the second.', '2026-01-01T00:00:02Z', false],
  ['Digits of the fraction after the third are dropped.', '2026-01-01T00:00:00.123Z', true],
  ['Fractions of seconds are not dropped.', '2026-01-01T00:00:00Z', false],
  ['The time at which the item was removed or lost.', '2026-01-01T00:00:00Z', false],
  ['Rounded down.', '2026-01-01T00:00:00Z', true],
  ['The fraction must be cut off.', '2026-01-01T00:00:00Z', false],
  ['The service normalises the value to microseconds in UTC.', '2026-01-01T00:00:00.123456Z', true],
  ['Kept to milliseconds.', '2026-01-02T00:00:00.123Z', false],
  ['Kept to milliseconds.', 'soon', false],
])(
  'if the description of a time is "%s", a service may store 00:00:00.1234567 as %s: %s',
  (description, received, want) => {
    expect(isLessPrecise([{ schema: { format: 'date-time', description } }], SENT, received)).toBe(want);
  },
);

it('a text without a format for times may not be shortened', () => {
  expect(isLessPrecise([{ schema: {} }], SENT, '2026-01-01T00:00:00.123456Z')).toBe(false);
});

it('a leap second is not the second after it', () => {
  const schema = { format: 'date-time', description: 'Kept to seconds.' };
  expect(isLessPrecise([{ schema }], '2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z')).toBe(false);
});
