import type { CellEntry, FindingEntry, Report } from './report.js';
import { findingsInOrder } from './totals.js';

/** Findings of a page: those shown in full, in order, and what the matrix must know of all of them. */
export interface PageFindings {
  readonly shown: readonly FindingEntry[];
  readonly left: number;
  /** Number on the page by finding id; absent where it is not shown. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Whether all findings of a cell are waived, and there is one. */
  waived(cell: CellEntry): boolean;
}

export function pageFindings(report: Report, max: number): PageFindings {
  const ordered = findingsInOrder(report);
  const shown = ordered.slice(0, max);
  const dispositions = new Map(ordered.map(({ finding, disposition }) => [finding.id, disposition]));
  return {
    shown,
    left: ordered.length - shown.length,
    numbers: new Map(shown.map(({ finding }, index) => [finding.id, index + 1])),
    waived: ({ findings }) => findings.length > 0 && findings.every((id) => dispositions.get(id) === 'waived'),
  };
}
