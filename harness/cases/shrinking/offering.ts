import type { Json } from '../../../contract/json/json.js';

/**
 * Yields candidates of type `T`, receives for each whether it holds, and returns a result. A candidate holds if it
 * still shows the fault.
 */
export type Offering<T, Result> = Generator<T, Result, boolean | undefined>;

/** Shrinks a part within its enclosing value: these functions test and try the whole value with another part. */
export interface Surroundings<T, Part = Json> {
  /** Whether the whole value with this part is in the class. Makes no call. */
  readonly fits: (part: Part) => boolean;
  /** Tries the whole value with this part, if it is smaller and in the class. Returns whether it holds. */
  readonly offer: (part: Part) => Offering<T, boolean>;
}

/** The first of some parts that holds. The parts are tried one by one. */
export function* firstOffered<T, Part>(
  parts: readonly Part[],
  around: Surroundings<T, Part>,
): Offering<T, Part | undefined> {
  for (const part of parts) if (yield* around.offer(part)) return part;
  return undefined;
}

/** The first part that holds, found by bisection. Assumes that all later parts also hold. */
export function* leastOffered<T, Part>(
  parts: readonly Part[],
  around: Surroundings<T, Part>,
): Offering<T, Part | undefined> {
  let [low, high] = [-1, parts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (yield* around.offer(parts[middle] as Part)) high = middle;
    else low = middle;
  }
  return parts[high];
}

/** Tries the whole value with only these parts. */
type Keeping<T, Part> = (kept: readonly Part[]) => Offering<T, boolean>;

/**
 * Finds the needed parts by delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
 * Input", 2002): halves first, then all but one chunk, with ever smaller chunks, at most `mostChunks`. No single chunk
 * of the result can be removed.
 */
export function* neededParts<T, Part>(
  parts: readonly Part[],
  offer: Keeping<T, Part>,
  mostChunks = Infinity,
): Offering<T, readonly Part[]> {
  if (parts.length === 0 || (yield* offer([]))) return [];
  let current = parts;
  for (let chunks = 2; current.length > 1;) {
    const kept = yield* firstThatHolds(cuts(current, chunks), offer);
    if (kept !== undefined) {
      // A kept chunk is cut in halves again; the remainder without a chunk keeps the chunk size.
      chunks = kept.length * 2 <= current.length + 1 ? 2 : Math.max(2, chunks - 1);
      current = kept;
    } else if (chunks >= Math.min(current.length, mostChunks)) break;
    else chunks = Math.min(2 * chunks, current.length);
  }
  return current;
}

/** Each chunk by itself, then all parts except this chunk. */
function cuts<Part>(parts: readonly Part[], chunks: number): readonly (readonly Part[])[] {
  const bounds = Array.from({ length: chunks + 1 }, (_, index) => Math.floor((index * parts.length) / chunks));
  const ranges = bounds.slice(1).map((end, index) => [bounds[index] ?? 0, end] as const);
  const chunked = ranges.map(([start, end]) => parts.slice(start, end));
  return chunks === 2 ? chunked : [...chunked, ...ranges.map(([start, end]) => parts.toSpliced(start, end - start))];
}

function* firstThatHolds<T, Part>(
  choices: Iterable<readonly Part[]>,
  offer: Keeping<T, Part>,
): Offering<T, readonly Part[] | undefined> {
  for (const kept of choices) if (yield* offer(kept)) return kept;
  return undefined;
}
