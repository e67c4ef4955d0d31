import type { OperationId } from '../../../contract/operation.js';
import type { Report } from '../../../reports/report.js';
import type { RequestedChanges, RunContracts } from '../../change/requested-cells.js';
import type { CheckOptions } from '../../engine/options/check-options.js';
import { cellKey } from './memory.js';

/** Phases that do not check single operations. They are not part of the short run. */
const STATIC: ReadonlySet<string> = new Set(['lint', 'inventory', 'freshness', 'registry']);

type Requested = (contracts: RunContracts) => Promise<RequestedChanges | undefined>;

/**
 * The options of a short run before the whole run. The short run checks the requested operations that failed in the
 * last run, each on the surfaces on which it failed. `undefined` if no operation failed. If every requested operation
 * failed, the short run checks nothing, because it would take as long as the whole run.
 */
export function failingFirst(
  options: CheckOptions,
  failing: readonly string[],
  surfaces: readonly string[],
  requested: Requested,
): CheckOptions | undefined {
  const phases = options.phases.filter((phase) => !STATIC.has(phase));
  if (failing.length === 0 || phases.length === 0) return undefined;
  const failed = new Set(failing);
  return {
    ...options,
    phases,
    requested: async (contracts) => {
      const changes = await requested(contracts);
      const isRequested = (surface: string, operation: OperationId): boolean =>
        changes?.has(surface, operation) ?? true;
      const operations = contracts.served.flatMap((contract) => contract.operations.map(({ id }) => id));
      const hasOthers = surfaces.some((surface) =>
        operations.some((id) => isRequested(surface, id) && !failed.has(cellKey(surface, id))),
      );
      const has = (surface: string, id: OperationId): boolean =>
        hasOthers && isRequested(surface, id) && failed.has(cellKey(surface, id));
      return { since: 'the run before', reasons: [], has };
    },
  };
}

/** A line that states whether the failed operations fail again. Empty if none of them ran. */
export function firstLines({ cells }: Report): readonly string[] {
  const failing = namesOf(cells.filter(({ verdict }) => verdict === 'fail'));
  const passing = namesOf(cells.filter(({ verdict }) => verdict === 'pass')).filter((name) => !failing.includes(name));
  return [
    ...(failing.length > 0 ? [`  first: still failing: ${listed(failing)}`] : []),
    ...(passing.length > 0 ? [`  first: no longer failing: ${listed(passing)}`] : []),
  ];
}

function namesOf(cells: Report['cells']): readonly string[] {
  return [...new Set(cells.map(({ operation, surface }) => `${operation} on ${surface}`))];
}

const MOST_NAMES = 6;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
