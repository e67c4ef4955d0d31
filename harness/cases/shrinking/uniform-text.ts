import { FILLINGS } from './lean-text.js';
import { type Offering, type Surroundings, leastOffered } from './offering.js';

/** If a string has at most this number of unusual characters, the search tries to remove one after the other. */
const FEW = 12;

/** Kinds of characters as regular expressions. A character belongs to the first kind that matches it. */
const KINDS: readonly RegExp[] = [
  /[\u{10000}-\u{10FFFF}]/u,
  /\p{Cc}/u,
  /\p{Cf}/u,
  /\p{M}/u,
  /[^ -~]/u,
  /[^A-Za-z0-9]/,
  /[0-9]/,
  /[A-Z]/,
  /[b-z]/,
];
/**
 * Functions that return the length of a character in other units, such as UTF-8 bytes. Faulty code may measure strings
 * in these units.
 */
const LENGTHS: readonly ((character: string) => number)[] = [
  (character) => character.length,
  (character) => Buffer.byteLength(character),
];

/**
 * Reduces the unusual characters of a string to the kinds that the fault needs, with few characters of each kind.
 * First, one kind after the other is replaced with letters. Then all unusual characters except the first ones are
 * replaced. If the faulty code measures the length in bytes or UTF-16 units, one character with several units may be
 * enough, so this is tried too.
 */
export function* uniformText<T>(value: string, around: Surroundings<T, string>): Offering<T, string> {
  if (unusualIn([...value]).length <= FEW) return value;
  let text = value;
  for (const kind of KINDS.keys()) text = yield* withoutKind(text, kind, around);
  text = yield* fewerUnusual(text, around);
  for (const length of LENGTHS) {
    const longer = yield* asManyUnits(text, length, around);
    if (longer !== undefined) return yield* fewerUnusual(longer, around);
  }
  return text;
}

function unusualIn(characters: readonly string[]): readonly number[] {
  return [...characters.keys()].filter((index) => characters[index] !== 'a');
}

function* withoutKind<T>(value: string, kind: number, around: Surroundings<T, string>): Offering<T, string> {
  const characters = [...value];
  const filled = (filling: string): string =>
    characters.map((character) => (kindOf(character) === kind ? filling : character)).join('');
  const plain = FILLINGS.map(filled).find((text) => text !== value && around.fits(text));
  return plain !== undefined && (yield* around.offer(plain)) ? plain : value;
}

function kindOf(character: string): number {
  return character === 'a' ? -1 : KINDS.findIndex((kind) => kind.test(character));
}

/**
 * Keeps as few unusual characters as possible and replaces the others with letters. The search is a bisection: if a
 * number of unusual characters shows the fault, larger numbers are assumed to show it too.
 */
function* fewerUnusual<T>(value: string, around: Surroundings<T, string>): Offering<T, string> {
  const characters = [...value];
  const unusual = unusualIn(characters);
  const kept = (count: number): string =>
    characters
      .map((character, index) => (unusual.length > count && index >= (unusual[count] ?? 0) ? 'a' : character))
      .join('');
  const counts = Array.from({ length: Math.max(0, unusual.length - 1) }, (_, index) => index + 1);
  const least = yield* leastOffered(counts, within(around, kept));
  return least === undefined ? value : kept(least);
}

/**
 * Keeps as few characters with several units (bytes or UTF-16 units) as possible. Each other character is replaced with
 * as many letters as it has units, so that the length in units stays the same.
 */
function* asManyUnits<T>(
  value: string,
  lengthOf: (character: string) => number,
  around: Surroundings<T, string>,
): Offering<T, string | undefined> {
  const characters = [...value];
  const long = [...characters.keys()].filter((index) => lengthOf(characters[index] ?? '') > 1);
  if (long.length < 2) return undefined;
  const kept = (count: number): string =>
    characters
      .map((character, index) => (index < (long[count] ?? Infinity) ? character : 'a'.repeat(lengthOf(character))))
      .join('');
  // Each replaced character lengthens the string, so the string may become longer than the schema permits.
  let [low, high] = [0, long.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (around.fits(kept(middle))) high = middle;
    else low = middle;
  }
  const counts = Array.from({ length: long.length - high }, (_, index) => high + index);
  const least = yield* leastOffered(counts, within(around, kept));
  return least === undefined ? undefined : kept(least);
}

function within<T, Part>(around: Surroundings<T, string>, make: (part: Part) => string): Surroundings<T, Part> {
  return { fits: (part) => around.fits(make(part)), offer: (part) => around.offer(make(part)) };
}
