/** The first of each list, then the second of each, …: a small budget covers every list. */
export function* interleaved<T>(lists: readonly (readonly T[])[]): Generator<T> {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let index = 0; index < longest; index += 1) {
    for (const list of lists) if (index < list.length) yield list[index] as T;
  }
}

/** The first `limit` different ones, each once; different is what has another text. */
export function distinct<T>(values: Iterable<T>, limit = Infinity, textOf: (value: T) => string = JSON.stringify): readonly T[] {
  const seen = new Map<string, T>();
  for (const value of values) {
    if (seen.size >= limit) break;
    const key = textOf(value);
    if (!seen.has(key)) seen.set(key, value);
  }
  return [...seen.values()];
}
