/** One measured ratio. */
export interface Figure {
  readonly ratio: number;
  /** `≥ 0.5`, `≤ 1.3`; absent where there is none. */
  readonly aim?: string;
  readonly what: string;
  /** The two absolute figures, with their units. */
  readonly detail: string;
}

/** The middle of several measurements: single ones of a shared machine are noise. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Runs `a` and `b` in turn, so that a drift of the machine meets both; the medians of each. The first of each warms up and is not counted. */
export async function paired(times: number, a: () => Promise<number>, b: () => Promise<number>): Promise<readonly [number, number]> {
  const measured: [number, number][] = [];
  await a();
  await b();
  for (let round = 0; round < times; round += 1) measured.push([await a(), await b()]);
  return [median(measured.map(([first]) => first)), median(measured.map(([, second]) => second))];
}
