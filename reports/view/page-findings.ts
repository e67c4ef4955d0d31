import type { CellEntry, FindingEntry, Report, Verdict } from '../report.js';
import { grouped } from './words/grouped.js';
import { findingsInOrder } from './totals.js';
import { waivedCells } from './waived-cell.js';

/** The findings that an output shows in full, with their numbers. Also has the verdict of each matrix cell. */
export interface PageFindings {
  readonly shown: readonly FindingEntry[];
  readonly left: number;
  /**
   * The rules of the findings that are not shown, with the number of findings of each, for example `3 × state/stored`.
   */
  readonly leftRules: readonly string[];
  /** Maps the id of a finding to its number, counted from 1. Only findings that are shown have a number. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The verdict of a matrix cell. `waived` if the cell failed only because of waived findings. */
  verdictOf(cell: CellEntry): Verdict | 'waived';
}

export function pageFindings(report: Report, max: number): PageFindings {
  const ordered = findingsInOrder(report);
  const shown = ordered.slice(0, max);
  const isWaived = waivedCells(ordered);
  return {
    shown,
    left: ordered.length - shown.length,
    leftRules: [...grouped(ordered.slice(max), ({ finding }) => finding.rule)].map(
      ([rule, all]) => `${all.length} × ${rule}`,
    ),
    numbers: new Map(shown.map(({ finding }, index) => [finding.id, index + 1])),
    verdictOf: (cell) => (!isWaived(cell) ? cell.verdict : cell.reason === undefined ? 'waived' : 'inconclusive'),
  };
}
