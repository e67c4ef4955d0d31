import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from '../runs/figure.js';
import { syntheticContract } from './synthetic-contract.js';

const run = promisify(execFile);
const SIZES = [10, 100, 400, 1200] as const;
const MOST_MEGABYTES = 512;

interface Measured {
  /** Milliseconds of processor time of each part. */
  readonly parts: Readonly<Record<string, number>>;
  /** Peak memory in megabytes. */
  readonly memory: number;
}

/**
 * Measures how the processor time of each part of a mock check grows with the number of operations. The figure is an
 * exponent: 1 means linear growth. The best value that can be expected is 1, because each operation must be read. The
 * aim is slightly higher, because measurements vary. Each number of operations runs in a separate process.
 */
export async function growth(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parity-bench-'));
  try {
    const all: Measured[] = [];
    for (const size of SIZES) all.push(await measuredAt(size, folder));
    const names = Object.keys(all[0]?.parts ?? {});
    return [...names.map((name) => exponent(name, all)), memory(all)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measuredAt(size: number, folder: string): Promise<Measured> {
  const file = path.join(folder, `${size}.json`);
  await writeFile(file, JSON.stringify(syntheticContract(size)));
  const { stdout } = await run(process.execPath, [path.join(import.meta.dirname, 'growth-worker.js'), file]);
  return JSON.parse(stdout) as Measured;
}

function exponent(name: string, all: readonly Measured[]): Figure {
  const times = all.map(({ parts }) => parts[name] ?? NaN);
  return {
    ratio: slope(SIZES.map(Math.log), times.map(Math.log)),
    aim: '≤ 1.05',
    what: `${name}: exponent of the growth of processor time from ${SIZES[0]} to ${SIZES.at(-1)} operations`,
    detail: SIZES.map((size, index) => `${size}: ${((times[index] ?? NaN) / 1000).toFixed(2)} s`).join(', '),
    limit:
      '1, because each operation is read. A constant part of the time lowers the exponent. The aim allows for noise.',
  };
}

function memory(all: readonly Measured[]): Figure {
  return {
    ratio: (all.at(-1)?.memory ?? NaN) / MOST_MEGABYTES,
    aim: '≤ 1',
    what: `peak memory of a mock check of ${SIZES.at(-1)} operations, divided by ${MOST_MEGABYTES} MB`,
    detail: SIZES.map((size, index) => `${size}: ${Math.round(all[index]?.memory ?? NaN)} MB`).join(', '),
    limit: '0.35 is the memory of 10 operations. Small CI machines have 512 MB for a process.',
  };
}

/** The slope of the least-squares line. */
function slope(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const covariance = xs.reduce((sum, each, index) => sum + (each - x) * ((ys[index] ?? NaN) - y), 0);
  return covariance / xs.reduce((sum, each) => sum + (each - x) ** 2, 0);
}
