import type { CellEntry, FindingEntry, Report, Verdict } from '../report.js';
import { findingsInOrder } from './totals.js';
import { waivedCells } from './waived-cell.js';

/** The findings as an output shows them: those shown in full, numbered in order, and what its matrix needs of all of them. */
export interface PageFindings {
  readonly shown: readonly FindingEntry[];
  readonly left: number;
  /** Number by finding id, from 1; absent where it is not shown. */
  readonly numbers: ReadonlyMap<string, number>;
  /** A cell's verdict; `waived` is a failure all of whose findings are, unless something else kept the cell from being verified. */
  verdictOf(cell: CellEntry): Verdict | 'waived';
}

export function pageFindings(report: Report, max: number): PageFindings {
  const ordered = findingsInOrder(report);
  const shown = ordered.slice(0, max);
  const isWaived = waivedCells(ordered);
  return {
    shown,
    left: ordered.length - shown.length,
    numbers: new Map(shown.map(({ finding }, index) => [finding.id, index + 1])),
    verdictOf: (cell) => (!isWaived(cell) ? cell.verdict : cell.reason === undefined ? 'waived' : 'inconclusive'),
  };
}
