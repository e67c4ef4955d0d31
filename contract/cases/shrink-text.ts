import { type Offering, type Surroundings, neededParts } from './offering.js';

/** What a text is filled up with to the length that it needs, the plainest first. */
const PLAINEST = 'a';
const FILLINGS = [PLAINEST, '0', '1', 'A', ' '];

/** The smallest text found: of the plainest characters alone, or of as few others as possible among them. */
export function* shrinkText<T>(value: string, around: Surroundings<T, string>): Offering<T, string> {
  const plain = yield* shrinkPlain(value, around);
  if (plain !== undefined) return plain;
  const characters = [...value];
  const filling = FILLINGS.find((filler) => shortest(characters.length, around, (length) => filler.repeat(length)) !== undefined) ?? '';
  const filled = (kept: readonly string[]): string => {
    return shortest(characters.length - kept.length, around, (length) => filling.repeat(length) + kept.join('')) ?? value;
  };
  const needed = yield* neededParts(characters, (kept) => around.offer(filled(kept)));
  const text = needed.length === characters.length ? value : filled(needed);
  return yield* smoothed([...text], filling, around);
}

/** Where only the length counts, the shortest that still holds. */
function* shrinkPlain<T>(value: string, around: Surroundings<T, string>): Offering<T, string | undefined> {
  const most = [...value].length;
  for (const filling of FILLINGS) {
    const plain = (length: number): string => filling.repeat(length);
    const least = shortest(most, around, plain);
    if (least === undefined) continue;
    if (yield* around.offer(least)) return least;
    if (value === plain(most)) return yield* shortestPlain(least.length, most, filling, around);
    // Only the plainest character makes a text of the same length smaller.
    const full = filling === PLAINEST ? most : most - 1;
    if (full <= least.length || !around.fits(plain(full))) continue;
    return (yield* around.offer(plain(full))) ? yield* shortestPlain(least.length, full, filling, around) : undefined;
  }
  return undefined;
}

function* shortestPlain<T>(least: number, most: number, filling: string, around: Surroundings<T, string>): Offering<T, string> {
  let [low, high] = [least, most];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (yield* around.offer(filling.repeat(middle))) high = middle;
    else low = middle;
  }
  return filling.repeat(high);
}

/** The text of the first length that fits. Lengths that fit are taken to lie together, so that what is too short is skipped by halves. */
function shortest<T>(most: number, { fits }: Surroundings<T, string>, make: (length: number) => string): string | undefined {
  for (let few = 0; few <= Math.min(4, most); few += 1) if (fits(make(few))) return make(few);
  // A text of the value's own length may be out of the class where a shorter one is not.
  const fitting = [most, most - 1].find((length) => length > 4 && fits(make(length)));
  if (fitting === undefined) return undefined;
  let [low, high] = [4, fitting];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(make(middle))) high = middle;
    else low = middle;
  }
  return make(high);
}

/** Characters become the filling, by halves before one by one. */
function* smoothed<T>(characters: readonly string[], filling: string, around: Surroundings<T, string>): Offering<T, string> {
  let current = characters;
  for (let size = filling === '' ? 0 : current.length; size >= 1; size >>= 1) {
    for (let start = 0; start < current.length; start += size) {
      const plain = current.map((character, index) => (index >= start && index < start + size ? filling : character));
      if (yield* around.offer(plain.join(''))) current = plain;
    }
  }
  return current.join('');
}
