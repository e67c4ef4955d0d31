import { type Json, isJsonObject } from '../../contract/json/json.js';
import { isUnsetValue } from '../../contract/json/unset-value.js';
import { parseJsonText } from '../../contract/wire/request/split-request.js';
import { INSTANTS } from './instant-relations.js';
import { OMITTED } from './omitted.js';
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

/** The transformation of an object with members to an object without members. */
export const EMPTIED: ValueRelation = {
  name: 'emptied',
  words: 'objects lose all members',
  holds: (expected, received) => hasMembers(expected) && isJsonObject(received) && !hasMembers(received),
  changes: hasMembers,
};

function hasMembers(value: Json): boolean {
  return isJsonObject(value) && Object.keys(value).length > 0;
}

/** The transformation of a value to a text that contains its JSON, with any white space and any order of members. */
const JSON_TEXT: ValueRelation = {
  name: 'json-as-text',
  words: 'values become text that contains their JSON',
  holds: (expected, received) => {
    const read = isText(received) && received !== expected ? parseJsonText(received) : undefined;
    return read !== undefined && sameJson(read, expected);
  },
  changes: () => true,
};

/** The name of the transformation of a text to the object, list or null whose JSON the text contains. */
export const TEXT_AS_JSON = 'text-as-json';

/**
 * A transformation of a text to the value that `read` returns for it. It does not apply to texts for which `read`
 * returns `undefined`.
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

/**
 * The transformation of a text to the object, list or null whose JSON it contains. Numbers and booleans in texts have
 * transformations of their own.
 */
const PARSED_TEXT = asRead(TEXT_AS_JSON, 'text that contains JSON becomes the value of the JSON', containedJson);

function containedJson(text: Json): Json | undefined {
  const read = containedValue(text);
  return typeof read === 'object' ? read : undefined;
}

/**
 * The transformation of a text to any value whose JSON it contains. It is used if texts of several kinds are changed in
 * this way. If all of them are numbers, words or objects, a more specific transformation explains the change.
 */
const ANY_PARSED_TEXT = asRead('text-as-value', 'text that contains a JSON value becomes this value', containedValue);

/** The value whose JSON a text contains; `undefined` if the text is not JSON, or if the value is a text. */
function containedValue(text: Json): Json | undefined {
  const read = isText(text) ? parseJsonText(text) : undefined;
  return isText(read ?? null) ? undefined : read;
}

/**
 * The replacement of a value that programs often use for "not set", such as false or 0, by a different value. It is not
 * one of `RELATIONS`, because a service that ignores such a value in one operation may store it in another one.
 */
export const UNSET_IGNORED: ValueRelation = {
  name: 'unset-ignored',
  words: 'null, empty values, false or 0 are ignored',
  holds: (expected, received) => isUnsetValue(expected) && !isUnsetValue(received) && received !== OMITTED,
  changes: () => false,
};

/**
 * All transformations, the most specific ones first. If several of them explain all changed values, the first one is
 * reported.
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
 * The maximum length of the texts and lists that are compared. Without it, a sender of very long texts could make the
 * comparison slow.
 */
const MAX_LENGTH = 100_000;

/**
 * The transformations that turn `expected` into `received`; empty if the values are equal. For two texts, they also
 * include added or removed characters.
 */
export function valueRelations(expected: Json, received: Json): readonly ValueRelation[] {
  if (isLong(expected) || isLong(received)) return [];
  return [...RELATIONS.filter((relation) => relation.holds(expected, received)), ...affixes(expected, received)];
}

function isLong(value: Json): boolean {
  return (isText(value) || isList(value)) && value.length > MAX_LENGTH;
}

/**
 * Transformations of a text that have a parameter: the added prefix or suffix, the number of characters that were kept,
 * or the removed character.
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

/** The transformation by which the end of a text was replaced by an ellipsis sign, such as `…`. */
function elided(expected: string, received: string): readonly ValueRelation[] {
  const sign = ELLIPSES.find((each) => received.endsWith(each));
  if (sign === undefined) return [];
  const length = received.length - sign.length;
  if (length >= expected.length || !expected.startsWith(received.slice(0, length))) return [];
  return [affix('elided', `${length}`, (value) => isText(value) && value.length > length)];
}

/** The transformation by which every occurrence of one character was removed from a text. */
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
