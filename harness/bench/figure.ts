/** One measured ratio. */
export interface Figure {
  readonly ratio: number;
  /** `≥ 0.5`, `≤ 1.3`; omitted if there is none. */
  readonly aim?: string;
  readonly what: string;
  /** The two absolute figures, with their units. */
  readonly detail: string;
}

/** The median of several measurements, because single ones on a shared machine are noisy. */
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

/**
 * Runs `a` and `b` alternately, so that a drift of the machine affects both, and returns their medians. The first run
 * of each is a warm-up and is not counted.
 */
export async function paired(
  times: number,
  a: () => Promise<number>,
  b: () => Promise<number>,
): Promise<readonly [number, number]> {
  const measured: [number, number][] = [];
  await a();
  await b();
  for (let round = 0; round < times; round += 1) measured.push([await a(), await b()]);
  return [median(measured.map(([first]) => first)), median(measured.map(([, second]) => second))];
}
