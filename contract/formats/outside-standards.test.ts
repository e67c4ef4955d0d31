import { expect, it } from 'vitest';
import { mayBreakStandard, standardValues } from './outside-standards.js';

it.each<[string, string | undefined]>([
  ['A name of the IANA time zone database. 400 if it is unknown.', 'UTC'],
  ['Time zone of the user, such as Europe/Berlin.', 'UTC'],
  ['The local time, in the time zone of the calendar.', undefined],
  ['ISO 4217 code, in lower case', 'eur'],
  ['Three-letter ISO 4217 code', 'EUR'],
  ['Country (ISO 3166-1 alpha-2)', 'DE'],
  ['Country code, three letters', 'DEU'],
  ['BCP 47 tag', 'en'],
  ['Phone number in E.164 form', '+4930901820'],
  ['A cron expression', '0 0 * * *'],
  ['The media type of the file', 'text/plain'],
  ['A regular expression for names', 'a'],
  ['URL of the avatar', 'https://example.com/a'],
  ['The HTTPS URL to which events are sent', 'https://example.com/a'],
  ['A URL-safe slug', undefined],
  ['The name of the room, as it is shown in the URL of its page', undefined],
  ['The name of the room', undefined],
])('gives a value of the standard that a description names: "%s" → %s', (text, want) => {
  expect(standardValues(text)[0]).toBe(want);
});

it.each<[string, object, unknown, boolean]>([
  ['a value of the standard', {}, 'UTC', false],
  ['another string', {}, 'a', true],
  ['a value that is not a string', {}, 1, false],
  ['a string that a keyword describes', { enum: ['a'] }, 'a', false],
  ['a string that the extensible enumeration lists', { 'x-extensible-enum': ['a', 'b'] }, 'b', false],
  ['a string that the extensible enumeration lacks', { 'x-extensible-enum': ['a', 'b'] }, 'UTC', true],
])(
  'decides whether a value may be outside the standard that its description names: %s → $3',
  (_, keywords, value, want) => {
    const schema = { description: 'An IANA time zone.', ...keywords };
    expect(mayBreakStandard(schema as never, value as never)).toBe(want);
  },
);
