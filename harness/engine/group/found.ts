import type { OperationId } from '../../../contract/operation.js';
import type { Finding } from '../../../rules/finding.js';
import type { CellEntry } from '../../../reports/report.js';
import { cellKey } from './cluster.js';

/** A finding, and where in the matrix it shows. */
export interface Found {
  readonly finding: Finding;
  /** Cells in which it, or what follows from it, was recorded (`cellKey`); of a finding without trials none. */
  readonly cells: ReadonlySet<string>;
  /** In how many attempts a rule was broken that was not broken in all of them; absent: steady. */
  readonly unsteady?: { readonly shown: number; readonly attempts: number };
}

/** Whether a finding concerns a cell. One without a backend (freshness, inventory) concerns the cells of all. */
export function concerns({ finding, cells }: Found, cell: CellEntry): boolean {
  if (cells.has(cellKey(cell.backend, cell.surface, cell.operation))) return true;
  return finding.backends.length === 0 && finding.surfaces.includes(cell.surface) && finding.operations.includes(cell.operation);
}

/** `one` with what `other` adds: the same fault elsewhere, or what follows from it. */
export function joinedFound(one: Found, other: Found, evidence: Finding['evidence']): Found {
  const { finding } = one;
  const operations = new Set<OperationId>([...finding.operations, ...other.finding.operations]);
  return {
    ...one,
    finding: {
      ...finding,
      operations: [...operations],
      occurrences: finding.occurrences + other.finding.occurrences,
      evidence: [...finding.evidence, ...evidence].slice(0, MAX_EVIDENCE),
    },
    cells: new Set([...one.cells, ...other.cells]),
  };
}

/** More of one finding adds nothing. */
export const MAX_EVIDENCE = 20;
