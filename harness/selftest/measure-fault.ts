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
}

/**
 * The number of generated cases of an operation on `rest` in the first run. A surface runs a prefix of the list of
 * cases, so the whole list finds each fault that this prefix finds. It runs only for a fault that the prefix does not
 * find.
 */
const FIRST_RUNS = 64;

/** Plants one fault, and runs the narrowed check of the tree. */
export async function measureFault(
  fault: PlantedFault,
  worker: CheckProcess,
  { root, scratch, phases, runs }: Measuring,
): Promise<FaultResult> {
  const edits = [fault, ...(fault.also ?? [])];
  const tree = await linkedTree(root, scratch, edits);
  // A generator, a driver or a rule runs in the worker itself, which has to be that of the tree.
  const own = edits.some(({ file }) => isHarnessCode(file)) ? new CheckProcess(tree.folder) : undefined;
  try {
    const began = performance.now();
    const measured = async (limits: Pick<CheckOrder, 'runs' | 'mostOnRest'>): Promise<FaultResult> => {
      const answer = await (own ?? worker).check({ folder: tree.folder, ...limits, ...narrowedCheck(fault, phases) });
      return resultOf(fault, answer, (performance.now() - began) / 1000);
    };
    if (runs !== undefined) return await measured({ runs });
    const result = await measured({ mostOnRest: FIRST_RUNS });
    return result.findings.length > 0 ? result : await measured({});
  } finally {
    own?.stop();
    await tree.remove();
  }
}

/** Whether the worker imports this file; reference implementations and generated code run in processes of their own. */
function isHarnessCode(file: string): boolean {
  return file.startsWith('dist/') && !/\/(?:reference|runtime|generated|science_runtime)\/|\.(?:html|cjs)$/.test(file);
}
