import type { Operation } from '../../../contract/operation.js';
import { streamOf } from '../../../contract/stream-of.js';
import type { CellEntry } from '../../../reports/report.js';

/** The reason why no case verified a rule on a surface. `cells`: the results of the operation on this surface. */
export function whyUnverified(
  rule: string,
  operation: Operation | undefined,
  cells: readonly Pick<CellEntry, 'inapplicable'>[],
): string {
  if (rule.startsWith('stream/') && operation !== undefined && streamOf(operation) === undefined)
    return 'not applicable: the operation has no stream';
  if (cells.length > 0 && cells.every(({ inapplicable }) => inapplicable.includes(rule)))
    return 'not applicable on the backends of this run';
  return 'no case could verify the rule on this surface';
}
