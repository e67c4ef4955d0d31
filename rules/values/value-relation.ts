import { type Json, isJsonObject } from '../../contract/json/json.js';
import { parseJsonText } from '../../contract/wire/request/split-request.js';
import { INSTANTS } from './instant-relations.js';
import { type ValueRelation, isList, isText, ofList } from './relation-kinds.js';
import { sameJson } from './same-json.js';
import { TEXTS } from './text-relations.js';
import { NUMBERS, TYPES } from './type-relations.js';

const LISTS: readonly ValueRelation[] = [
  ofList('reversed', 'lists are reversed', (list) => list.toReversed()),
  ofList(
    'sorted',
    'lists are sorted',
    (list) => list.toSorted(byText),
    (list) => list.toSorted((a, b) => Number(a) - Number(b)),
  ),
  ofList('first-only', 'lists lose all but the first element', (list) => list.slice(0, 1)),
  ofList('last-lost', 'lists lose the last element', (list) => list.slice(0, -1)),
];

function byText(one: Json, other: Json): number {
  const [a, b] = [String(one), String(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}
const EMPTIED: ValueRelation = {
  name: 'emptied',
  words: 'objects lose all members',
  holds: (expected, received) => hasMembers(expected) && isJsonObject(received) && !hasMembers(received),
  changes: hasMembers,
};

function hasMembers(value: Json): boolean {
  return isJsonObject(value) && Object.keys(value).length > 0;
}

/** The text may be written with any white space and in any order of members. */
const JSON_TEXT: ValueRelation = {
  name: 'json-as-text',
  words: 'values become text that contains their JSON',
  holds: (expected, received) => {
    const read = isText(received) && received !== expected ? parseJsonText(received) : undefined;
    return read !== undefined && sameJson(read, expected);
  },
  changes: () => true,
};

/** The name of the relation in which a text becomes the object, the array or the null whose JSON it contains. */
export const TEXT_AS_JSON = 'text-as-json';

/**
 * The relation in which a text becomes the value that `read` returns for it. It does not hold if `read` returns
 * `undefined`.
 */
function asRead(name: string, words: string, read: (text: Json) => Json | undefined): ValueRelation {
  return {
    name,
    words,
    holds: (expected, received) => {
      const value = read(expected);
      return value !== undefined && sameJson(value, received);
    },
    changes: (value) => read(value) !== undefined,
  };
}

/** Numbers and booleans in texts have separate relations, so this one covers only objects, arrays and null. */
const PARSED_TEXT = asRead(TEXT_AS_JSON, 'text that contains JSON becomes the value of the JSON', containedJson);

function containedJson(text: Json): Json | undefined {
  const read = containedValue(text);
  return typeof read === 'object' ? read : undefined;
}

/**
 * A text becomes any value whose JSON it contains. The relations of numbers, words and objects name the cause if they
 * hold for all values; this one holds if texts of several kinds are read as JSON.
 */
const ANY_PARSED_TEXT = asRead('text-as-value', 'text that contains a JSON value becomes this value', containedValue);

/** The value whose JSON a text contains. `undefined` if there is none, or if the value is a text. */
function containedValue(text: Json): Json | undefined {
  const read = isText(text) ? parseJsonText(text) : undefined;
  return isText(read ?? null) ? undefined : read;
}

/**
 * All relations, with the most specific relations first. If several relations hold for all pairs of values, the first
 * one names the cause.
 */
const RELATIONS: readonly ValueRelation[] = [
  ...TYPES,
  ...NUMBERS,
  ...TEXTS,
  ...INSTANTS,
  ...LISTS,
  EMPTIED,
  JSON_TEXT,
  PARSED_TEXT,
  ANY_PARSED_TEXT,
];

/**
 * The maximum length of compared texts and lists. The length is bounded because a sender may send texts and lists of
 * any length.
 */
const MAX_LENGTH = 100_000;

/**
 * The relations that hold between two values; empty if the values are equal. For two texts, they include added and
 * removed characters.
 */
export function valueRelations(expected: Json, received: Json): readonly ValueRelation[] {
  if (isLong(expected) || isLong(received)) return [];
  return [...RELATIONS.filter((relation) => relation.holds(expected, received)), ...affixes(expected, received)];
}

function isLong(value: Json): boolean {
  return (isText(value) || isList(value)) && value.length > MAX_LENGTH;
}

/**
 * Relations between two texts that have a parameter: the added prefix or suffix, the number of characters that were
 * kept, or the removed character.
 */
function affixes(expected: Json, received: Json): readonly ValueRelation[] {
  if (!isText(expected) || !isText(received) || expected === '') return [];
  const isAny = (value: Json): boolean => isText(value);
  const { length } = received;
  if (received !== expected && received.endsWith(expected))
    return [affix('prefixed', received.slice(0, -expected.length), isAny)];
  if (received !== expected && received.startsWith(expected))
    return [affix('suffixed', received.slice(expected.length), isAny)];
  if (length > 0 && length < expected.length && expected.startsWith(received)) {
    return [affix('truncated', `${length}`, (value) => isText(value) && value.length > length)];
  }
  return [...elided(expected, received), ...removals(expected, received)];
}

/** The ellipsis signs that may replace the end of a text. */
const ELLIPSES: readonly string[] = ['…', '...', '[...]', '[…]'];

/** The relation for a received text that is the start of the expected text, followed by an ellipsis sign. */
function elided(expected: string, received: string): readonly ValueRelation[] {
  const sign = ELLIPSES.find((each) => received.endsWith(each));
  if (sign === undefined) return [];
  const length = received.length - sign.length;
  if (length >= expected.length || !expected.startsWith(received.slice(0, length))) return [];
  return [affix('elided', `${length}`, (value) => isText(value) && value.length > length)];
}

/** The relation for a received text that lacks every occurrence of one character. */
function removals(expected: string, received: string): readonly ValueRelation[] {
  const lost = [...new Set(expected)].filter((character) => !received.includes(character));
  const [character] = lost;
  if (character === undefined || lost.length > 1 || expected.replaceAll(character, '') !== received) return [];
  return [affix('removed', character, (value) => isText(value) && value.includes(character))];
}

function affix(name: string, detail: string, changes: ValueRelation['changes']): ValueRelation {
  const words = {
    prefixed: `text gets the prefix ${JSON.stringify(detail)}`,
    suffixed: `text gets the suffix ${JSON.stringify(detail)}`,
    removed: `the character ${JSON.stringify(detail)} is removed`,
    elided: `text is cut to ${detail} characters and an ellipsis`,
  }[name];
  return {
    name: `${name} ${detail}`,
    words: words ?? `text is cut to ${detail} characters`,
    holds: () => true,
    changes,
  };
}
