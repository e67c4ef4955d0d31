import type { Phase } from '../engine/options/check-options.js';
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
    const order = { folder: tree.folder, ...(runs !== undefined && { runs }), ...narrowedCheck(fault, phases) };
    const answer = await (own ?? worker).check(order);
    return resultOf(fault, answer, (performance.now() - began) / 1000);
  } finally {
    own?.stop();
    await tree.remove();
  }
}

/** Whether the worker imports this file; reference implementations and generated code run in processes of their own. */
function isHarnessCode(file: string): boolean {
  return file.startsWith('dist/') && !/\/(?:reference|runtime|generated|science_runtime)\/|\.(?:html|cjs)$/.test(file);
}
