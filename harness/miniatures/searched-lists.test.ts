import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json/json.js';
import { type ListShape, type Listing, listFindings } from './list-miniature.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 60 };
const MAIL = { type: 'string', format: 'email', maxLength: 60 };

/** Returns true if an item of the list matches a search parameter with this value. */
type Match = (item: JsonObject, text: string) => boolean;

/** A list with one parameter. */
function listed(name: string, isMatch: Match, envelope?: string): Listing {
  return (items, query) => {
    const text = query.get(name);
    const data = text === null ? items : items.filter((item) => isMatch(item, text));
    return { body: envelope === undefined ? data : { [envelope]: data, more: false } };
  };
}

const fold = (value: unknown): string => String(value).toLowerCase();
const equal =
  (member: string): Match =>
  (item, text) =>
    item[member] === text;
const part =
  (member: string): Match =>
  (item, text) =>
    fold(item[member]).includes(fold(text));
const start =
  (member: string): Match =>
  (item, text) =>
    fold(item[member]).startsWith(fold(text));
const ignored: Match = () => true;
const never: Match = () => false;

const MAILS: ListShape = { parameters: [{ name: 'email', schema: MAIL }], members: { email: MAIL, name: TEXT } };
const NAMES: ListShape = {
  parameters: [{ name: 'firstName', schema: { type: 'string' } }],
  members: { firstName: TEXT },
  envelope: { more: { type: 'boolean' } },
};
const PATHS: ListShape = { parameters: [{ name: 'path', schema: { type: 'string' } }], members: { path: TEXT } };

type Row = [string, ListShape, Listing, readonly string[]];
const check = async (_: string, shape: ListShape, listing: Listing, want: readonly string[]): Promise<void> => {
  expect(await listFindings(shape, listing)).toEqual(want);
};

describe('a filter by a text', () => {
  it.each<Row>([
    ['a service that compares whole texts', MAILS, listed('email', equal('email')), []],
    ['a service that searches in texts', MAILS, listed('email', part('email')), []],
    ['a service that compares the start of texts', NAMES, listed('firstName', start('firstName'), 'data'), []],
    ['a service whose parameter selects the elements below a path', PATHS, listed('path', never), []],
    ['a service that ignores the filter', MAILS, listed('email', ignored), ['state/filtered without-effect']],
    [
      'a service that ignores the filter in camel case',
      NAMES,
      listed('firstName', ignored, 'data'),
      ['state/filtered without-effect'],
    ],
    [
      'a service that compares the filter with another member',
      MAILS,
      listed('email', equal('name')),
      ['state/filtered match-missing'],
    ],
    [
      'a service that never finds an element',
      NAMES,
      listed('firstName', never, 'data'),
      ['state/filtered match-missing'],
    ],
  ])('a check of %s has these findings: $3', check);
});

const BY_Q: ListShape = { parameters: [{ name: 'q', schema: TEXT }], members: { title: TEXT } };
const BY_TERM: ListShape = {
  parameters: [{ name: 'search', schema: { type: 'string' } }],
  members: { name: TEXT },
  envelope: { more: { type: 'boolean' } },
};
const RANKED: ListShape = {
  ...BY_Q,
  parameters: [{ name: 'q', description: 'The most similar notes come first.', schema: TEXT }],
};

describe('a search', () => {
  it.each<Row>([
    ['a service that searches', BY_Q, listed('q', part('title')), []],
    ['a service that searches for whole texts', BY_TERM, listed('search', equal('name'), 'data'), []],
    ['a service that ranks elements', RANKED, listed('q', ignored), []],
    ['a service that ignores the search', BY_Q, listed('q', ignored), ['state/filtered without-effect']],
    [
      'a service that ignores the search in an envelope',
      BY_TERM,
      listed('search', ignored, 'data'),
      ['state/filtered without-effect'],
    ],
  ])('a check of %s has these findings: $3', check);
});

const about = (description: string): ListShape => ({
  parameters: [{ name: 'q', description, schema: { type: 'string' } }],
  members: { title: TEXT, email: MAIL },
  added: (number) => ({ owner: `Owner${number}` }),
  addedMembers: { owner: TEXT },
});
const ANY_CASE = about('Text in `title`, `email` or `owner`, ignoring case.');
const EXACT = about('Text in `title`, `email` or `owner`.');
const UNNAMED = about('Text in a note.');

const inAny =
  (match: (member: string) => Match, ...members: readonly string[]): Match =>
  (item, text) =>
    members.some((member) => match(member)(item, text));
const exact =
  (member: string): Match =>
  (item, text) =>
    String(item[member]).includes(text);
const MISSING = ['state/filtered match-missing'];

describe('a search in members that its description names', () => {
  it.each<Row>([
    ['the search finds texts in all members', ANY_CASE, listed('q', inAny(part, 'title', 'email', 'owner')), []],
    ['the case matters, although it must not', ANY_CASE, listed('q', inAny(exact, 'title', 'email', 'owner')), MISSING],
    [
      'the case matters, which the description permits',
      EXACT,
      listed('q', inAny(exact, 'title', 'email', 'owner')),
      [],
    ],
    ['a member that creates set is not searched', EXACT, listed('q', inAny(part, 'title', 'owner')), MISSING],
    ['a member that the service sets is not searched', EXACT, listed('q', inAny(part, 'title', 'email')), MISSING],
    ['no member is named', UNNAMED, listed('q', inAny(part, 'title')), []],
  ])('a check judges a search: %s → $3', check);
});
