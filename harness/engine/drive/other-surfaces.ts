import { operationNamed } from '../../../contract/contract.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { PlannedCase } from '../plan/planned/planned-case.js';
import { differencesToTry } from '../shards/stages.js';
import type { BackendRun, DrivenSurface } from './backend-run.js';
import { isOffered, runsOn } from './cases-of-surface.js';
import type { Trials } from './trials.js';

/**
 * For each difference, runs the smallest case that shows it on the surfaces that did not run this case. A slow surface
 * runs fewer cases, but may have the fault of a fast surface too.
 */
export async function tryOnOtherSurfaces(
  { options, lanes }: BackendRun,
  running: readonly DrivenSurface[],
  trials: Trials,
): Promise<void> {
  const found = differencesToTry(options.clusters, options.backend.kind, options.stages !== undefined);
  for (const { key, smallest } of found) {
    const operation = operationNamed(options.contract, smallest.case.operation);
    if (operation === undefined || options.stopped()) continue;
    const planned: PlannedCase = { operation, case: smallest.case };
    const others = running.filter(
      (surface) => isOffered(options, surface, planned) && !runsOn(options, surface, planned),
    );
    const observed = await Promise.all(
      others.map(async ({ id }) => (await lanes.get(id)?.[0]?.run(operation, smallest.case).catch(expected)) ?? []),
    );
    options.stages?.start(options.backend.kind, 'tried', { key, index: smallest.index });
    trials.addTrial(smallest.index, planned, observed.flat());
  }
}

/**
 * Ignores a `ParityError`, because a surface that cannot be driven has been reported already. Rethrows other errors.
 */
function expected(error: unknown): readonly [] {
  if (!(error instanceof ParityError)) throw error;
  return [];
}
