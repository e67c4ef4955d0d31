import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { MARKUP_TEXT } from '../../../surfaces/shown-json.js';
import { withPart } from '../../../contract/json/json-part.js';
import { placesOf, replacedParts } from './json-places.js';

/** A value for the body of a reply. Its name describes what is special about the value. */
export interface NamedValue {
  readonly name: string;
  readonly value: Json;
  /** Set if surfaces with costly calls, such as a command line, receive the value too. */
  readonly isEssential?: true;
}

export const MARKUP_NAME = 'text like markup';

/** Strings that real clients have lost, truncated, escaped twice or interpreted as markup. */
const TEXTS: readonly (readonly [name: string, text: string, isEssential?: true])[] = [
  ['text with NUL', 'a\u0000b', true],
  ['text with line breaks', 'a\nb\r\nc\u2028d\u2029e\u0085f', true],
  ['text beyond U+FFFF', '𝄞 👩\u200d🔬 \u{10ffff}'],
  ['right-to-left text', '\u202eabc\u202c שלום \u2066x\u2069'],
  ['decomposed text', 'e\u0301 ﬁ İ ß'],
  ['padded text', ' \u00a0padded\t'],
  ['text with a byte order mark', '\ufeffmark'],
  ['text like a placeholder', '{{x}} ${x} %s %00 \\u0041 \\n'],
  ['text like a number', '9007199254740993'],
  ['text like null', 'null'],
  ['text like a boolean', 'false'],
  ['text like a date', '2026-02-30T24:00:00Z'],
  ['text like an object', '[object Object]'],
  ['text like a prototype name', '__proto__'],
  ['control characters', '\u0001\u001b[31m\u007f'],
  ['empty text', ''],
  ['long text', 'x'.repeat(3000)],
];

const NUMBERS: readonly (readonly [name: string, number: number, isEssential?: true])[] = [
  ['largest exact integer', Number.MAX_SAFE_INTEGER, true],
  ['smallest exact integer', Number.MIN_SAFE_INTEGER],
  ['integer just above 32 bits', 2 ** 32 + 1],
  ['integer beyond 2^53', 2 ** 53 + 2],
  ['integer with an exponent', 1e21],
  ['largest number', 1e308],
  ['smallest number', 5e-324],
  ['many decimals', 0.1 + 0.2],
  ['zero', 0],
];

/** Numbers of items in a long array, the largest first. They exceed the page size of most services. */
const LONG = [1000, 250, 120, 100, 50];

/**
 * Unusual member names: names that every object has in some languages, and names that must be escaped in pointers and
 * queries.
 */
const UNKNOWN: Readonly<Record<string, Json>> = {
  x_unknown: { nested: [1, null, { deep: true }] },
  'unknown name/~.é': null,
  '': 'empty name',
  constructor: 'a',
  length: [],
};

/** The maximum number of parts of a value that are varied. */
const MOST_PARTS = 60;

/**
 * Variations of a valid value, each with unusual strings, numbers, arrays or members wherever the schema allows them. A
 * long array repeats one simple item, to limit its size.
 */
export function* edgeValues(base: Json, simple: Json, accepts: (value: Json) => boolean): Generator<NamedValue> {
  const varied = (replacement: (part: Json) => Json | undefined): Json | undefined =>
    replacedParts(base, MOST_PARTS, replacement, accepts);
  yield* named('unknown members', true, varied(withUnknownMembers));
  yield* named(
    MARKUP_NAME,
    true,
    varied((part) => (typeof part === 'string' ? MARKUP_TEXT : undefined)),
  );
  yield* named(
    'empty lists',
    true,
    varied((part) => (Array.isArray(part) && part.length > 0 ? [] : undefined)),
  );
  yield* [simple, base].flatMap((each) => [...longList(each, accepts)]).slice(0, 1);
  yield* named(
    'nulls',
    true,
    varied((part) => (part === null ? undefined : null)),
  );
  for (const [name, text, isEssential] of TEXTS)
    yield* named(
      name,
      isEssential,
      varied((part) => (typeof part === 'string' ? text : undefined)),
    );
  for (const [name, number, isEssential] of NUMBERS)
    yield* named(
      name,
      isEssential,
      varied((part) => (typeof part === 'number' ? number : undefined)),
    );
}

function* named(name: string, isEssential: true | undefined, value: Json | undefined): Generator<NamedValue> {
  if (value !== undefined) yield { name, value, ...(isEssential && { isEssential }) };
}

function withUnknownMembers(part: Json): Json | undefined {
  return isJsonObject(part) ? Object.fromEntries([...Object.entries(UNKNOWN), ...Object.entries(part)]) : undefined;
}

/** The value with its outermost array extended to one of the lengths in `LONG`: the largest that the schema allows. */
function* longList(base: Json, accepts: (value: Json) => boolean): Generator<NamedValue> {
  const lists = placesOf(base, MOST_PARTS).filter(({ value }) => Array.isArray(value) && value.length > 0);
  for (const { path, value } of lists) {
    for (const count of LONG) {
      const longer = withPart(base, path, repeated(value as readonly Json[], count));
      if (!accepts(longer)) continue;
      yield { name: `list of ${count}`, value: longer };
      return;
    }
  }
}

function repeated(items: readonly Json[], count: number): readonly Json[] {
  return Array.from({ length: count }, (_, index) => items[index % items.length] ?? null);
}
