import type { Json } from '../../contract/json/json.js';

/** A named transformation of values. */
export interface ValueRelation {
  readonly name: string;
  /** The transformation as a clause: `numbers become text`. */
  readonly words: string;
  /** Whether the transformation of `expected` gives `received`. */
  readonly holds: (expected: Json, received: Json) => boolean;
  /** Whether it changes this value. If such a value stays unchanged in some place, the transformation does not apply there. */
  readonly changes: (value: Json) => boolean;
}

type Texts = (text: string) => string;

/** A relation given by functions of texts; any of them may hold. */
function ofText(name: string, words: string, ...functions: readonly Texts[]): ValueRelation {
  const changed = (value: Json): boolean => typeof value === 'string' && functions.some((apply) => apply(value) !== value);
  return {
    name,
    words,
    holds: (expected, received) => typeof expected === 'string' && changed(expected) && functions.some((apply) => apply(expected) === received),
    changes: changed,
  };
}

/** A relation given by functions of the values of one type; any of them may hold. */
function ofType<T extends Json>(
  name: string,
  words: string,
  isOne: (value: Json) => value is T,
  ...functions: readonly ((value: T) => Json)[]
): ValueRelation {
  const changed = (value: Json): boolean => isOne(value) && functions.some((apply) => apply(value) !== value);
  return {
    name,
    words,
    holds: (expected, received) => isOne(expected) && changed(expected) && functions.some((apply) => Object.is(apply(expected), received)),
    changes: changed,
  };
}

function isText(value: Json): value is string {
  return typeof value === 'string';
}

function isNumber(value: Json): value is number {
  return typeof value === 'number';
}

function isBoolean(value: Json): value is boolean {
  return typeof value === 'boolean';
}

function isFraction(value: Json): value is number {
  return typeof value === 'number' && !Number.isInteger(value);
}

function isNumeric(value: Json): value is string {
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
}

function isList(value: Json): value is Json[] {
  return Array.isArray(value);
}

function isNull(value: Json): value is null {
  return value === null;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function entities(text: string, escaped: RegExp): string {
  return text.replace(escaped, (character) => ENTITIES[character] ?? character);
}

/** `encodeURIComponent` for any text. Converted to UTF-8 bytes first, because a lone surrogate has no percent-encoding. */
function percentEncoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A date or date-time that `Date` can read. Strict, so that it matches no number or word. */
const DATE = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d.{0,30})?$/;

function instant(value: Json): number {
  return typeof value === 'string' && DATE.test(value) ? Date.parse(value) : Number.NaN;
}

/** Largest difference between two time zones in hours: from UTC-12 to UTC+14. */
const MOST_HOURS_OFF = 26;

const TYPES: readonly ValueRelation[] = [
  ofType('number-as-text', 'numbers become text', isNumber, String),
  ofType('text-as-number', 'text that looks like a number becomes one', isNumeric, Number),
  ofType('boolean-as-text', 'booleans become text', isBoolean, String, (value) => (value ? 'True' : 'False')),
  ofType('boolean-as-number', 'booleans become numbers', isBoolean, Number),
  ofType('text-as-boolean', 'text becomes a boolean', isText, (value) => value !== '' && value !== 'false'),
  ofType('null-as-text', 'null becomes text', isNull, () => 'null', () => 'None', () => 'undefined', () => 'nil'),
  ofType('null-as-empty', 'null becomes an empty value', isNull, () => '', () => 0, () => false),
  { ...ofType('list-as-text', 'lists become text', isList, String, (list) => JSON.stringify(list)), changes: isList },
];

const NUMBERS: readonly ValueRelation[] = [
  ofType('rounded', 'numbers are rounded to an integer', isFraction, Math.round, Math.floor, Math.trunc, Math.ceil),
  ofType('rounded-decimals', 'numbers lose decimals', isFraction, ...[1, 2, 3, 4].map((digits) => (value: number) => Number(value.toFixed(digits)))),
  ofType('cut-decimals', 'decimals are cut off', isFraction, ...[1, 2, 3].map((digits) => (value: number) => Math.trunc(value * 10 ** digits) / 10 ** digits)),
  ofType('single-precision', 'numbers lose precision', isNumber, Math.fround, (value) => Number(value.toPrecision(7)), (value) => Number(value.toPrecision(6))),
  ofType('32-bit', 'numbers are cut to 32 bits', isNumber, (value) => Math.trunc(value) | 0, (value) => Math.trunc(value) >>> 0),
  ofType('negated', 'numbers change their sign', isNumber, (value) => -value, Math.abs),
  ofType('grouped', 'numbers are formatted', isNumber, ...grouping(',', '.'), ...grouping('.', ','), ...grouping(' ', ','), ...grouping('\u00a0', ',')),
];

function grouping(separator: string, point: string): readonly ((value: number) => Json)[] {
  return [undefined, 0, 1, 2, 3].map((digits) => (value: number) => {
    const [whole = '', fraction] = (digits === undefined ? String(value) : value.toFixed(digits)).split('.');
    const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, separator);
    return fraction === undefined ? grouped : grouped + point + fraction;
  });
}

const TEXTS: readonly ValueRelation[] = [
  ofText('trimmed', 'text is trimmed', (text) => text.trim(), (text) => text.trimStart(), (text) => text.trimEnd()),
  ofText('collapsed', 'white space is collapsed', (text) => text.replaceAll(/\s+/g, ' '), (text) => text.replaceAll(/\s+/g, ' ').trim()),
  ofText('lower-case', 'text becomes lower case', (text) => text.toLowerCase()),
  ofText('upper-case', 'text becomes upper case', (text) => text.toUpperCase()),
  ofText('capitalised', 'text is capitalised', (text) => text.charAt(0).toUpperCase() + text.slice(1)),
  ofText('normalised', 'Unicode is normalised', ...(['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => (text: string) => text.normalize(form))),
  ofText('html-escaped', 'text is escaped for HTML', (text) => entities(text, /[&<>"']/g), (text) => entities(text, /[&<>"]/g), (text) => entities(text, /[&<>]/g)),
  ofText('backslash-escaped', 'text is escaped with backslashes', (text) => JSON.stringify(text).slice(1, -1), (text) => text.replaceAll(/['"\\]/g, '\\$&')),
  ofText('percent-encoded', 'text is percent-encoded once too often', percentEncoded, (text) => encodeURI(Buffer.from(text).toString()), (text) => text.replaceAll('%', '%25')),
  ofText('percent-decoded', 'text is percent-decoded once too often', percentDecoded, (text) => percentDecoded(text.replaceAll('+', ' '))),
  ofText('plus-as-space', 'a plus sign becomes a space', (text) => text.replaceAll('+', ' ')),
  ofText('space-as-plus', 'a space becomes a plus sign', (text) => text.replaceAll(' ', '+')),
  ofText('non-ascii-removed', 'characters outside ASCII are removed', (text) => text.replaceAll(/[^\0-\x7F]/g, '')),
  ofText('control-removed', 'control characters are removed', (text) => text.replaceAll(/\p{Cc}/gu, ''), (text) => text.replaceAll('\0', '')),
  ofText('line-ends', 'line ends are changed', (text) => text.replaceAll(/\r\n?/g, '\n'), (text) => text.replaceAll(/\r?\n/g, '\r\n'), (text) => text.replaceAll(/[\r\n]+/g, ' ')),
  ofText('cut-at-nul', 'text ends at a NUL character', (text) => text.split('\0', 1)[0] ?? ''),
  ofText('emptied', 'text is emptied', () => ''),
];

const INSTANTS: readonly ValueRelation[] = [
  {
    name: 'date-parsed',
    words: 'dates and times are parsed and written in a different form',
    holds: (expected, received) => expected !== received && instant(expected) === instant(received),
    changes: (value) => !Number.isNaN(instant(value)),
  },
  {
    name: 'time-cut',
    words: 'times lose a part',
    holds: (expected, received) =>
      isText(expected) && isText(received) && !Number.isNaN(instant(expected)) && received.length >= 10 && expected.startsWith(received.replace(/[Zz]$/, '')),
    changes: (value) => isText(value) && value.length > 10 && !Number.isNaN(instant(value)),
  },
  {
    name: 'time-shifted',
    words: 'times are shifted by hours',
    holds: (expected, received) => {
      const hours = (instant(received) - instant(expected)) / 3_600_000;
      return hours !== 0 && Math.abs(hours) <= MOST_HOURS_OFF && Number.isInteger(hours * 4);
    },
    changes: (value) => !Number.isNaN(instant(value)),
  },
];

const LISTS: readonly ValueRelation[] = [
  ofList('reversed', 'lists are reversed', (list) => list.toReversed()),
  ofList('sorted', 'lists are sorted', (list) => list.toSorted(byText), (list) => list.toSorted((a, b) => Number(a) - Number(b))),
  ofList('first-only', 'lists lose all but the first element', (list) => list.slice(0, 1)),
  ofList('last-lost', 'lists lose the last element', (list) => list.slice(0, -1)),
];

function byText(one: Json, other: Json): number {
  const [a, b] = [String(one), String(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function ofList(name: string, words: string, ...functions: readonly ((list: readonly Json[]) => readonly Json[])[]): ValueRelation {
  const text = JSON.stringify;
  const changed = (value: Json): boolean => isList(value) && functions.some((apply) => text(apply(value)) !== text(value));
  return {
    name,
    words,
    holds: (expected, received) => isList(expected) && changed(expected) && functions.some((apply) => text(apply(expected)) === text(received)),
    changes: changed,
  };
}

/** The most specific first. If several relations hold for all pairs, the first one names the cause. */
const RELATIONS: readonly ValueRelation[] = [...TYPES, ...NUMBERS, ...TEXTS, ...INSTANTS, ...LISTS];

/** Longer texts and lists are not compared, because a sender may make them as long as it likes. */
const MAX_LENGTH = 100_000;

/** The relations that hold between two values, including affixes and truncation of texts; empty if the values are equal. */
export function valueRelations(expected: Json, received: Json): readonly ValueRelation[] {
  if (isLong(expected) || isLong(received)) return [];
  return [...RELATIONS.filter((relation) => relation.holds(expected, received)), ...affixes(expected, received)];
}

function isLong(value: Json): boolean {
  return (isText(value) || isList(value)) && value.length > MAX_LENGTH;
}

/** Relations with a parameter: the text that was added before or after the value, or the length that was kept. */
function affixes(expected: Json, received: Json): readonly ValueRelation[] {
  if (!isText(expected) || !isText(received) || expected === '') return [];
  const isAny = (value: Json): boolean => isText(value);
  const { length } = received;
  if (received !== expected && received.endsWith(expected)) return [affix('prefixed', received.slice(0, -expected.length), isAny)];
  if (received !== expected && received.startsWith(expected)) return [affix('suffixed', received.slice(expected.length), isAny)];
  if (length > 0 && length < expected.length && expected.startsWith(received)) {
    return [affix('truncated', `${length}`, (value) => isText(value) && value.length > length)];
  }
  return [];
}

function affix(name: string, detail: string, changes: ValueRelation['changes']): ValueRelation {
  const words = { prefixed: `text gets the prefix ${JSON.stringify(detail)}`, suffixed: `text gets the suffix ${JSON.stringify(detail)}` }[name];
  return { name: `${name} ${detail}`, words: words ?? `text is cut to ${detail} characters`, holds: () => true, changes };
}
