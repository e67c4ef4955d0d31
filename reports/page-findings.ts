import type { CellEntry, FindingEntry, Report, Verdict } from './report.js';
import { findingsInOrder } from './totals.js';

/** The findings as an output tells them: those shown in full, numbered in order, and what its matrix must know of all of them. */
export interface PageFindings {
  readonly shown: readonly FindingEntry[];
  readonly left: number;
  /** Number by finding id, from 1; absent where it is not shown. */
  readonly numbers: ReadonlyMap<string, number>;
  /** A cell's verdict; `waived` is a failure all of whose findings are. */
  verdictOf(cell: CellEntry): Verdict | 'waived';
}

export function pageFindings(report: Report, max: number): PageFindings {
  const ordered = findingsInOrder(report);
  const shown = ordered.slice(0, max);
  const dispositions = new Map(ordered.map(({ finding, disposition }) => [finding.id, disposition]));
  return {
    shown,
    left: ordered.length - shown.length,
    numbers: new Map(shown.map(({ finding }, index) => [finding.id, index + 1])),
    verdictOf: ({ verdict, findings }) => {
      const waived = verdict === 'fail' && findings.length > 0 && findings.every((id) => dispositions.get(id) === 'waived');
      return waived ? 'waived' : verdict;
    },
  };
}
