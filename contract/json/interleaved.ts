/**
 * The first element of each list, then the second element of each list, and so on. If only a few elements are taken,
 * they come from all lists.
 */
export function* interleaved<T>(lists: readonly (readonly T[])[]): Generator<T> {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let index = 0; index < longest; index += 1) {
    for (const list of lists) if (index < list.length) yield list[index] as T;
  }
}

/** The first `limit` distinct values. Two values are distinct if `textOf` returns different strings for them. */
export function distinct<T>(
  values: Iterable<T>,
  limit = Infinity,
  textOf: (value: T) => string = JSON.stringify,
): readonly T[] {
  return [...distinctLazily(values, limit, textOf)];
}

/** The distinct values of a list, at most `limit`. They are computed only as they are needed. */
export function* distinctLazily<T>(values: Iterable<T>, limit: number, textOf: (value: T) => string): Generator<T> {
  const seen = new Set<string>();
  for (const value of values) {
    if (seen.size >= limit) break;
    const key = textOf(value);
    if (seen.has(key)) continue;
    seen.add(key);
    yield value;
  }
}
