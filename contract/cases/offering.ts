import type { Json } from '../json.js';

/** Yields candidates of type `T`, is told of each whether it holds, and returns a result. */
export type Offering<T, Result> = Generator<T, Result, boolean | undefined>;

/** What the shrinking of a part knows of the whole around it. */
export interface Surroundings<T, Part = Json> {
  /** Whether the whole with this part would be of the class; free. */
  readonly fits: (part: Part) => boolean;
  /** Tries the whole with this part, where that is smaller and of the class; answers whether it holds. */
  readonly offer: (part: Part) => Offering<T, boolean>;
}

/** The first of some parts, tried one by one, that holds. */
export function* firstOffered<T, Part>(parts: readonly Part[], around: Surroundings<T, Part>): Offering<T, Part | undefined> {
  for (const part of parts) if (yield* around.offer(part)) return part;
  return undefined;
}

/** The first of some parts that holds, by bisection: right where all parts behind one that holds do so as well. */
export function* leastOffered<T, Part>(parts: readonly Part[], around: Surroundings<T, Part>): Offering<T, Part | undefined> {
  let [low, high] = [-1, parts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (yield* around.offer(parts[middle] as Part)) high = middle;
    else low = middle;
  }
  return parts[high];
}

/** Tries the whole with only these of its parts. */
type Keeping<T, Part> = (kept: readonly Part[]) => Offering<T, boolean>;

/**
 * The parts that are needed, by delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
 * Input", 2002): halves first, then all but one piece of ever finer cuts, `mostPieces` at the finest. Of what remains no
 * single piece can go.
 */
export function* neededParts<T, Part>(
  parts: readonly Part[],
  offer: Keeping<T, Part>,
  mostPieces = Infinity,
): Offering<T, readonly Part[]> {
  if (parts.length === 0 || (yield* offer([]))) return [];
  let current = parts;
  for (let pieces = 2; current.length > 1; ) {
    const kept = yield* firstThatHolds(cuts(current, pieces), offer);
    if (kept !== undefined) {
      // A piece is cut in halves again; what is left without a piece keeps its fineness.
      pieces = kept.length * 2 <= current.length + 1 ? 2 : Math.max(2, pieces - 1);
      current = kept;
    } else if (pieces >= Math.min(current.length, mostPieces)) break;
    else pieces = Math.min(2 * pieces, current.length);
  }
  return current;
}

/** Each piece alone, then everything but it. */
function cuts<Part>(parts: readonly Part[], pieces: number): readonly (readonly Part[])[] {
  const bounds = Array.from({ length: pieces + 1 }, (_, index) => Math.floor((index * parts.length) / pieces));
  const ranges = bounds.slice(1).map((end, index) => [bounds[index] ?? 0, end] as const);
  const alone = ranges.map(([start, end]) => parts.slice(start, end));
  return pieces === 2 ? alone : [...alone, ...ranges.map(([start, end]) => parts.toSpliced(start, end - start))];
}

function* firstThatHolds<T, Part>(choices: Iterable<readonly Part[]>, offer: Keeping<T, Part>): Offering<T, readonly Part[] | undefined> {
  for (const kept of choices) if (yield* offer(kept)) return kept;
  return undefined;
}
