import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Phase } from '../engine/options/check-options.js';
import { CheckProcess } from './check-process.js';
import type { FaultResult } from './fault-result.js';
import { measureFault } from './measure-fault.js';
import type { PlantedFault } from './faults/planted-fault.js';

export interface FaultRun {
  readonly root: string;
  readonly phases: readonly Phase[];
  /** The value of `--runs` for the checks. By default, the configuration determines the number of runs. */
  readonly runs?: number;
  /** Set to run the cases of `--quick`. */
  readonly isQuick?: boolean;
  /** Number of concurrent checks. */
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly onResult: (fault: PlantedFault, result: FaultResult) => void;
}

/** Measures each fault. After an abort, returns the results so far. */
export async function runFaults(faults: readonly PlantedFault[], run: FaultRun): Promise<readonly FaultResult[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'parity-selftest-'));
  const results: FaultResult[] = [];
  const waiting = [...faults];
  const work = async (): Promise<void> => {
    const worker = new CheckProcess(run.root);
    const stop = (): void => worker.close();
    run.signal.addEventListener('abort', stop);
    for (let fault = waiting.shift(); fault !== undefined && !run.signal.aborted; fault = waiting.shift()) {
      const result = await measureFault(fault, worker, { ...run, scratch });
      if (run.signal.aborted) break;
      results.push(result);
      run.onResult(fault, result);
    }
    stop();
  };
  try {
    await Promise.all(Array.from({ length: Math.min(run.jobs, faults.length) }, work));
    return results;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
