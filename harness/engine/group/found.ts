import type { OperationId } from '../../../contract/operation.js';
import type { Finding } from '../../../rules/finding.js';
import type { CellEntry } from '../../../reports/report.js';
import { cellKey } from './cluster.js';

/** A finding and its cells of the matrix. */
export interface Found {
  readonly finding: Finding;
  /** Cells with the finding or its consequences (`cellKey`); empty for a finding without trials. */
  readonly cells: ReadonlySet<string>;
  /** Number of attempts that showed the fault; missing for a steady finding, which every attempt shows. */
  readonly unsteady?: { readonly shown: number; readonly attempts: number };
}

/**
 * Whether a finding concerns a cell. A finding without a backend (freshness, inventory) concerns the cells of all
 * backends.
 */
export function concerns({ finding, cells }: Found, cell: CellEntry): boolean {
  if (cells.has(cellKey(cell.backend, cell.surface, cell.operation))) return true;
  return (
    finding.backends.length === 0 &&
    finding.surfaces.includes(cell.surface) &&
    finding.operations.includes(cell.operation)
  );
}

/** Merges `other` into `one`. `other` is the same fault in another contract, or a consequence. */
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

/** The maximum number of items of evidence in a finding. */
export const MAX_EVIDENCE = 20;

/** A finding of a phase without cases. */
export function withoutCells(finding: Finding): Found {
  return { finding, cells: new Set() };
}
