import type { CellEntry, FindingEntry } from '../report.js';

/**
 * Returns a function that tests whether a matrix cell failed only because of findings that need no fix here: they are
 * waived, or the released version also has them.
 */
export function waivedCells(findings: readonly FindingEntry[]): (cell: CellEntry) => boolean {
  const waived = new Set(findings.filter(({ disposition }) => disposition !== 'open').map(({ finding }) => finding.id));
  return ({ verdict, findings: ids }) => verdict === 'fail' && ids.length > 0 && ids.every((id) => waived.has(id));
}
