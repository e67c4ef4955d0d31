import type { Json } from '../../../contract/json/json.js';
import { withPart } from '../../../contract/json/json-part.js';
import { type JsonPlace, placesOf } from './json-places.js';

/**
 * The maximum size of a large value in bytes. It is larger than the size limits of some clients, whose limits are too
 * low. It is below the size up to which the harness keeps complete bodies.
 */
const MOST_BYTES = 1_000_000;
/** The minimum size of a large value in bytes. Ordinary cases already cover smaller replies. */
const LEAST_BYTES = 64 * 1024;
/**
 * The maximum number of parts of a value that are lengthened, and the maximum number of elements of a generated array.
 */
const MOST_PARTS = 40;
const MOST_ELEMENTS = 2 ** 14;

type Accepts = (value: Json) => boolean;

/**
 * A value of up to a million bytes, as far as the schema permits. Its first array has many long elements; without an
 * array, its strings are long. `undefined` if no value is larger than ordinary replies.
 */
export function largeValue(values: readonly Json[], accepts: Accepts): Json | undefined {
  const listed = longest(
    values.flatMap((value) => listIn(value) ?? []),
    ({ element }) => element,
  );
  const long = longest(values, (value) => value);
  const made = [
    () => listed && withManyElements(listed, accepts),
    () => (long === undefined ? undefined : withLongTexts(long, MOST_BYTES, accepts)),
  ];
  for (const make of made) {
    const value = make();
    if (value !== undefined && sizeOf(value) >= LEAST_BYTES) return value;
  }
  return undefined;
}

function longest<T>(all: readonly T[], valueOf: (each: T) => Json): T | undefined {
  return all.toSorted((one, other) => sizeOf(valueOf(other)) - sizeOf(valueOf(one)))[0];
}

function sizeOf(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** A value, the path to its first array, and the longest element of this array. */
interface Listed {
  readonly value: Json;
  readonly path: JsonPlace['path'];
  readonly element: Json;
}

function listIn(value: Json): Listed | undefined {
  const list = placesOf(value, MOST_PARTS).find((place) => Array.isArray(place.value) && place.value.length > 0);
  const element = longest((list?.value ?? []) as readonly Json[], (each) => each);
  return list === undefined || element === undefined ? undefined : { value, path: list.path, element };
}

/** The value with as many copies of the element in its array as possible. The strings in the copies are lengthened. */
function withManyElements({ value, path, element }: Listed, accepts: Accepts): Json {
  const listOf = (each: Json, count: number): Json =>
    withPart(
      value,
      path,
      Array.from({ length: count }, () => each),
    );
  const filled = withLongTexts(element, MOST_BYTES / 100, (each) => accepts(listOf(each, 1)));
  const most = Math.min(MOST_ELEMENTS, Math.floor(MOST_BYTES / sizeOf(filled)));
  return listOf(
    filled,
    Math.max(
      1,
      largest(most, (count) => accepts(listOf(filled, count))),
    ),
  );
}

/** Lengthens the strings of a value, one after the other, up to `most` bytes in total. */
function withLongTexts(base: Json, most: number, accepts: Accepts): Json {
  let current = base;
  for (const { path, value } of placesOf(base, MOST_PARTS)) {
    if (typeof value !== 'string') continue;
    const longer = (length: number): Json => withPart(current, path, value + 'x'.repeat(length));
    current = longer(largest(most - sizeOf(current), (length) => accepts(longer(length))));
  }
  return current;
}

/**
 * The largest accepted number from 1 to `most`. 0 if none is accepted. If a number is accepted, all smaller numbers are
 * assumed to be accepted. Small numbers are tried first, because longer values take longer to check.
 */
function largest(most: number, accepts: (count: number) => boolean): number {
  if (most < 1 || !accepts(1)) return 0;
  let found = 1;
  while (2 * found <= most && accepts(2 * found)) found *= 2;
  if (2 * found > most && accepts(most)) return most;
  for (let step = found / 2; step >= 1; step /= 2) if (found + step < most && accepts(found + step)) found += step;
  return found;
}
