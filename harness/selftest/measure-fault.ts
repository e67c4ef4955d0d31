import type { Phase } from '../engine/options/check-options.js';
import type { CheckOrder } from './check-order.js';
import { CheckProcess } from './check-process.js';
import { type FaultResult, resultOf } from './fault-result.js';
import { linkedTree } from './linked-tree.js';
import { narrowedCheck } from './narrowed-check.js';
import type { PlantedFault } from './faults/planted-fault.js';

export interface Measuring {
  readonly root: string;
  readonly scratch: string;
  readonly phases: readonly Phase[];
  readonly runs?: number;
  /** Set to run the cases of `--quick`. */
  readonly isQuick?: boolean;
}

/**
 * The maximum number of generated cases on `rest` in the first run. If the first run does not find the fault, a second
 * run has all cases, including the cases of the first run.
 */
const FIRST_RUNS = 64;

/** Plants one fault in a copy of the project, and runs the part of a check that can find the fault. */
export async function measureFault(
  fault: PlantedFault,
  worker: CheckProcess,
  { root, scratch, phases, runs, isQuick }: Measuring,
): Promise<FaultResult> {
  const edits = [fault, ...(fault.also ?? [])];
  const tree = await linkedTree(root, scratch, edits);
  // If the worker itself contains the faulty code, the check needs a worker from the copy with the fault.
  const own = edits.some(({ file }) => isHarnessCode(file)) ? new CheckProcess(tree.folder) : undefined;
  try {
    const began = performance.now();
    const narrowed = narrowedCheck(fault, phases, isQuick);
    const measured = async (limits: Pick<CheckOrder, 'runs' | 'isQuick' | 'mostOnRest'>): Promise<FaultResult> => {
      const answer = await (own ?? worker).check({ folder: tree.folder, ...limits, ...narrowed });
      return resultOf(fault, answer, (performance.now() - began) / 1000);
    };
    if (runs !== undefined) return await measured({ runs });
    if (isQuick === true) return await measured({ isQuick });
    const result = await measured({ mostOnRest: FIRST_RUNS });
    return result.findings.length > 0 ? result : await measured({});
  } finally {
    own?.close();
    await tree.remove();
  }
}

/**
 * Returns true if the worker itself imports this file. Reference implementations and generated code run in separate
 * processes.
 */
function isHarnessCode(file: string): boolean {
  return file.startsWith('dist/') && !/\/(?:reference|runtime|generated|science_runtime)\/|\.(?:html|cjs)$/.test(file);
}
