import type { Json } from '../../../contract/json/json.js';

/**
 * A generator that yields candidates of type `T` and returns a result. After each candidate, the caller passes true if
 * the candidate still shows the fault (the candidate "holds").
 */
export type Offering<T, Result> = Generator<T, Result, boolean | undefined>;

/** The functions with which a part of a value is shrunk. They test and try the whole value with the part replaced. */
export interface Surroundings<T, Part = Json> {
  /**
   * Returns true if the search may use the whole value with this part. The whole value must be valid if the original
   * value is valid; otherwise it must be invalid at the same place. Makes no call to the surface.
   */
  readonly fits: (part: Part) => boolean;
  /**
   * Yields the whole value with this part as a candidate, if `fits` accepts it and it is smaller than the best value so
   * far. Returns true if the candidate still shows the fault.
   */
  readonly offer: (part: Part) => Offering<T, boolean>;
}

/** The first of the given parts that still shows the fault. The parts are tried one by one. */
export function* firstOffered<T, Part>(
  parts: readonly Part[],
  around: Surroundings<T, Part>,
): Offering<T, Part | undefined> {
  for (const part of parts) if (yield* around.offer(part)) return part;
  return undefined;
}

/**
 * The first of the given parts that still shows the fault, found by bisection. All later parts are assumed to show the
 * fault too.
 */
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

/** Tries the whole value with only the kept parts. */
type Keeping<T, Part> = (kept: readonly Part[]) => Offering<T, boolean>;

/**
 * Finds the parts that the fault needs, by delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating
 * Failure-Inducing Input", 2002). The parts are divided into chunks. The search tries to keep a single chunk, then to
 * remove a single chunk. It starts with two chunks and divides them further, up to `mostChunks` chunks. In the end, no
 * chunk can be removed.
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
      // If a single chunk was kept, it is split into halves. If one chunk was removed, the size of the remaining chunks
      // stays the same.
      chunks = kept.length * 2 <= current.length + 1 ? 2 : Math.max(2, chunks - 1);
      current = kept;
    } else if (chunks >= Math.min(current.length, mostChunks)) break;
    else chunks = Math.min(2 * chunks, current.length);
  }
  return current;
}

/**
 * The selections of chunks to try: each chunk by itself, then all chunks except one. With two chunks, both give the
 * same selections.
 */
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
