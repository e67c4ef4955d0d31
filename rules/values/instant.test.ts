import { expect, it } from 'vitest';
import { type InstantFormat, isSameInstant } from './instant.js';

const cases: readonly (readonly [name: string, given: readonly [InstantFormat, string, string], want: boolean])[] = [
  ['two equal texts', ['date-time', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'], true],
  ['a text with a fraction of zeros', ['date-time', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'], true],
  [
    'trailing zeros beyond a nanosecond',
    ['date-time', '2026-01-01T00:00:00.1234567891Z', '2026-01-01T00:00:00.12345678910Z'],
    true,
  ],
  ['a text with an offset', ['date-time', '2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00'], true],
  [
    'a negative offset that leads to the next year',
    ['date-time', '2026-01-01T00:30:00Z', '2025-12-31T19:00:00-05:30'],
    true,
  ],
  ['an offset that leads to the next month', ['date-time', '2024-02-29T23:30:00-01:00', '2024-03-01T00:30:00Z'], true],
  ['T and Z in lower case', ['date-time', '2026-01-01t00:00:00z', '2026-01-01T00:00:00Z'], true],
  ['an unknown local offset (RFC 3339 §4.3)', ['date-time', '2026-01-01T00:00:00-00:00', '2026-01-01T00:00:00Z'], true],
  ['a year of the first century', ['date-time', '0001-01-01T00:00:00Z', '0001-01-01T01:00:00+01:00'], true],
  [
    'two instants that differ by an hour, in the year 0',
    ['date-time', '0000-01-01T00:00:00+01:00', '0000-01-01T00:00:00Z'],
    false,
  ],
  ['a leap second with an offset', ['date-time', '2016-12-31T23:59:60Z', '2017-01-01T00:59:60+01:00'], true],
  ['a leap second and the second after it', ['date-time', '2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'], false],
  ['a leap second and the second before it', ['date-time', '2016-12-31T23:59:60Z', '2016-12-31T23:59:59Z'], false],
  ['a text that lost its fraction', ['date-time', '2026-01-01T12:00:00.123Z', '2026-01-01T12:00:00Z'], false],
  [
    'a fraction cut after milliseconds',
    ['date-time', '2026-01-01T12:00:00.1234567Z', '2026-01-01T12:00:00.123Z'],
    false,
  ],
  ['a text whose offset became Z', ['date-time', '2026-01-01T01:00:00+01:00', '2026-01-01T01:00:00Z'], false],
  ['a text without an offset', ['date-time', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00'], false],
  ['a space in place of the T', ['date-time', '2026-01-01T00:00:00Z', '2026-01-01 00:00:00Z'], false],
  ['an offset without its colon', ['date-time', '2026-01-01T01:00:00+01:00', '2026-01-01T01:00:00+0100'], false],
  ['texts that are not dates', ['date-time', 'now', 'now'], false],
  ['a date without a time', ['date-time', '2026-01-01', '2026-01-01T00:00:00Z'], false],
  ['a time with an offset', ['time', '00:30:00+01:00', '23:30:00Z'], true],
  ['a time with a fraction of zeros', ['time', '12:00:00Z', '12:00:00.0z'], true],
  ['a different time of day', ['time', '12:00:00Z', '12:00:01Z'], false],
  ['a time at a leap second', ['time', '23:59:60Z', '00:00:00Z'], false],
  ['a time without an offset', ['time', '12:00:00Z', '12:00:00'], false],
];

it.each(cases)('two texts are compared as points in time: %s (equal: $2)', (_, [format, one, other], want) => {
  expect([isSameInstant(format, one, other), isSameInstant(format, other, one)]).toEqual([want, want]);
});
