import { FILLINGS } from './lean-text.js';
import { type Offering, type Surroundings, leastOffered } from './offering.js';

/** The number of unusual characters up to which a text is reduced one character at a time. */
const FEW = 12;

/** Kinds of characters. A character is of the first kind that it matches. */
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
/** Lengths that code counts in place of characters. */
const LENGTHS: readonly ((character: string) => number)[] = [
  (character) => character.length,
  (character) => Buffer.byteLength(character),
];

/**
 * Reduces a text with many unusual characters to the kinds of characters that the fault needs, and to few of them.
 * First, one kind after the other is replaced by letters. Then all characters except the first ones are replaced. If
 * the faulty code counts a length in other units, one character with several units may be enough.
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
 * The fewest unusual characters; letters replace the others. Assumes that more unusual characters also show the fault.
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
 * The fewest characters with several units. Letters replace the others, so that the length in these units stays the
 * same.
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
  // The text gets longer with each replaced character, and may exceed the length that the class permits.
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
