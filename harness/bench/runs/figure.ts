export interface Figure {
  readonly ratio: number;
  /** The aim of the ratio, such as `≥ 0.5` or `≤ 1.3`. */
  readonly aim: string;
  readonly what: string;
  /** The absolute figures, with their units. */
  readonly detail: string;
  /** The best value of the ratio that can be expected, and the reason why the aim is a different value. */
  readonly limit: string;
}

/** The median of several measurements. A single measurement on a shared machine is noisy. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Runs `a` and `b` alternately and returns their medians. */
export async function paired(
  times: number,
  a: () => Promise<number>,
  b: () => Promise<number>,
): Promise<readonly [number, number]> {
  const [first = NaN, second = NaN] = await roundRobin(times, [a, b]);
  return [first, second];
}

/**
 * Runs all functions in turn, so that slow phases of the machine affect all functions equally. Returns the median of
 * each function. The first run of each function is a warm-up and is not counted.
 */
export async function roundRobin(times: number, works: readonly (() => Promise<number>)[]): Promise<readonly number[]> {
  for (const work of works) await work();
  const measured = works.map((): number[] => []);
  for (let round = 0; round < times; round += 1)
    for (const [index, work] of works.entries()) measured[index]?.push(await work());
  return measured.map(median);
}
