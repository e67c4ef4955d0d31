import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from '../runs/figure.js';
import { syntheticContract } from './synthetic-contract.js';

const run = promisify(execFile);
const OPERATIONS = 5;
/**
 * The numbers of runs of each operation. They give about 1,000, 10,000 and 100,000 cases: an operation with a body has
 * one case for each run; other operations have fewer cases.
 */
const RUNS = [260, 3100, 32_200] as const;

interface Measured {
  readonly cases: number;
  readonly memory: number;
}

/**
 * Measures the live memory of a process that has made all cases of a run. The figure is the memory with the most cases,
 * divided by the memory with the fewest cases.
 */
export async function planMemory(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parity-bench-'));
  try {
    const file = path.join(folder, 'description.json');
    await writeFile(file, JSON.stringify(syntheticContract(OPERATIONS)));
    const worker = path.join(import.meta.dirname, 'plan-memory-worker.js');
    const all: Measured[] = [];
    for (const runs of RUNS) {
      const { stdout } = await run(process.execPath, [worker, file, String(runs)]);
      all.push(JSON.parse(stdout) as Measured);
    }
    const [fewest, most] = [all[0], all.at(-1)];
    return [
      {
        ratio: (most?.memory ?? NaN) / (fewest?.memory ?? NaN),
        aim: '≤ 2',
        what: `live memory with ${most?.cases} planned cases, divided by live memory with ${fewest?.cases}`,
        detail: all.map(({ cases, memory }) => `${cases} cases: ${Math.round(memory)} MB`).join(', '),
        limit:
          'A plan that keeps no data of its cases has the ratio 1. This plan keeps 0.15 KB for each case: its packed input and two small objects.',
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
