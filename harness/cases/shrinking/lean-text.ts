import type { Surroundings } from './offering.js';
import { characterSize } from './text-size.js';

/** Characters that pad a string to its required length, the simplest first. */
export const FILLINGS: readonly string[] = ['a', '1', 'A', '0', ' '];
/**
 * The maximum length of strings that are shortened in small steps. Longer strings are shortened in larger steps,
 * because each try validates the string.
 */
const MAX_FINE = 192;
/** Padding of up to this number of characters is tried character by character. Longer padding is found by bisection. */
const FEW = 4;

type Fits = Surroundings<unknown, string>['fits'];

/**
 * The shortest string that contains the kept characters and that `fits` accepts. If necessary, it is padded with
 * letters. `undefined` if no other string was found. Makes no calls to the surface.
 */
export function leanText(characters: readonly string[], kept: ReadonlySet<number>, fits: Fits): string | undefined {
  return filledText(characters, kept, fits) ?? cutText(characters, kept, fits);
}

/**
 * Finds the shortest string that consists of the kept characters and padding and that `fits` accepts. Assumes that
 * `fits` depends only on the length.
 */
function filledText(characters: readonly string[], kept: ReadonlySet<number>, fits: Fits): string | undefined {
  const order = removalOrder(characters.length, kept);
  // Both the first and the last character are tried as the one that is removed last, because `fits` may require a
  // letter at either end.
  const others = order.length < 2 || kept.size === 0 ? [] : [[...order.slice(0, -2), ...order.slice(-2).toReversed()]];
  for (const filling of FILLINGS) {
    const made = (removal: readonly number[]) => (count: number) => {
      const removed = new Set(removal.slice(0, removal.length - count));
      return characters
        .map((character, index) => (kept.has(index) ? character : removed.has(index) ? '' : filling))
        .join('');
    };
    const shortest = [order, ...others].flatMap((removal) => {
      return shortestOf(removal.length, kept.size === 0 ? 1 : 0, made(removal), fits) ?? [];
    });
    if (shortest.length > 0) return shortest.reduce((best, text) => (text.length < best.length ? text : best));
  }
  return undefined;
}

/**
 * The order in which characters are removed. Inner characters are removed first. Otherwise a kept character could
 * become the first or the last.
 */
function removalOrder(length: number, kept: ReadonlySet<number>): readonly number[] {
  const others = Array.from({ length }, (_, index) => index).filter((index) => !kept.has(index));
  const isEnd = (index: number): boolean => index === 0 || index === length - 1;
  return [...others.filter((index) => !isEnd(index)), ...others.filter(isEnd)];
}

/**
 * Finds the smallest count from `least` to `most` for which `fits` accepts the string of `make`. Returns this string.
 * The count is found by bisection, as if all larger counts were accepted too.
 */
export function shortestOf(
  most: number,
  least: number,
  make: (count: number) => string,
  fits: Fits,
): string | undefined {
  for (let few = Math.min(least, most); few <= Math.min(FEW, most); few += 1) if (fits(make(few))) return make(few);
  // `fits` may reject the string of full length and accept a shorter one.
  const fitting = [most, most - 1].find((count) => count > FEW && fits(make(count)));
  if (fitting === undefined) return undefined;
  let [low, high] = [FEW, fitting];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(make(middle))) high = middle;
    else low = middle;
  }
  return make(high);
}

/**
 * Shortens a string with a pattern or a format. Characters are removed where possible; others are replaced with
 * letters.
 */
function cutText(characters: readonly string[], kept: ReadonlySet<number>, fits: Fits): string | undefined {
  let left = [...characters.keys()];
  const textOf = (indices: readonly number[]): string => indices.map((index) => characters[index] ?? '').join('');
  const order = removalOrder(characters.length, kept);
  const finest = order.length > MAX_FINE ? Math.ceil(order.length / MAX_FINE) : 1;
  for (let size = order.length; size >= finest; size >>= 1) {
    for (let start = 0; start < order.length; start += size) {
      const cut = new Set(order.slice(start, start + size));
      const rest = left.filter((index) => !cut.has(index));
      if (rest.length > 0 && rest.length < left.length && fits(textOf(rest))) left = rest;
    }
  }
  const text = simpleCharacters(
    left.map((index) => [characters[index] ?? '', kept.has(index)] as const),
    fits,
  );
  return text === characters.join('') ? undefined : text;
}

function simpleCharacters(marked: readonly (readonly [character: string, kept: boolean])[], fits: Fits): string {
  const current = marked.map(([character]) => character);
  for (const filling of FILLINGS) {
    const filled = marked.map(([character, kept]) => (kept ? character : filling)).join('');
    if (fits(filled)) return filled;
  }
  for (const [index, [character, kept]] of marked.entries()) {
    if (kept || marked.length > MAX_FINE) continue;
    const simpler = FILLINGS.filter((filling) => characterSize(filling) < characterSize(character)).find((filling) => {
      return fits(current.with(index, filling).join(''));
    });
    if (simpler !== undefined) current[index] = simpler;
  }
  return current.join('');
}
