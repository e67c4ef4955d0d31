import type { CellEntry, FindingEntry } from '../report.js';

/** Tells of a cell whether it has failed, and every finding that concerns it is permitted for now. */
export function waivedCells(findings: readonly FindingEntry[]): (cell: CellEntry) => boolean {
  const waived = new Set(findings.filter(({ disposition }) => disposition === 'waived').map(({ finding }) => finding.id));
  return ({ verdict, findings: ids }) => verdict === 'fail' && ids.length > 0 && ids.every((id) => waived.has(id));
}
