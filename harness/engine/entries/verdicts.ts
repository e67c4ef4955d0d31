import type {
  CellEntry,
  CellTime,
  FindingEntry,
  FooterEntry,
  NoteEntry,
  UnsteadyEntry,
} from '../../../reports/report.js';
import { waivedCells } from '../../../reports/view/waived-cell.js';
import type { ResetCosts } from '../../backends/backend.js';
import type { CheckOptions } from '../options/check-options.js';
import { type Found, concerns } from '../group/found.js';

/**
 * Adds the findings of a cell to the cell and decides its verdict. Waivers do not affect the verdict. A cell with a
 * broken rule never passes. If none of its faults could be reproduced, the cell is inconclusive.
 */
export function concluded(cell: CellEntry, found: readonly Found[]): CellEntry {
  const concerning = found.filter((each) => each.finding.blame !== 'mock' && concerns(each, cell));
  const findings = concerning.filter(({ unsteady }) => unsteady === undefined).map(({ finding }) => finding.id);
  const unsteady = concerning.filter((each) => each.unsteady !== undefined).map(({ finding }) => finding.id);
  const known = { ...cell, findings, ...(unsteady.length > 0 && { unsteady }) };
  if (findings.length > 0) return { ...known, verdict: 'fail' };
  if (cell.verdict !== 'fail') return known;
  if (unsteady.length > 0) return { ...known, verdict: 'inconclusive' };
  const reason = `no finding reports the broken rules ${Object.keys(cell.broken ?? {}).join(', ')}; report this error to the maintainers of contract-parity, with the contract`;
  return { ...known, verdict: 'error', reason };
}

/**
 * Returns the verdict of the run. A waived finding does not fail the run. But a waiver never makes a cell count as
 * verified.
 */
export function footerEntry(
  results: {
    readonly cells: readonly CellEntry[];
    readonly findings: readonly FindingEntry[];
    readonly unsteady: readonly UnsteadyEntry[];
  },
  notes: readonly NoteEntry[],
  {
    interrupted,
    strict,
    durationMs,
    resets,
    times = [],
  }: Pick<CheckOptions, 'strict'> & {
    readonly interrupted: boolean;
    readonly durationMs: number;
    readonly resets: ResetCosts;
    readonly times?: readonly CellTime[];
  },
): FooterEntry {
  const { cells, findings, unsteady } = results;
  const regressions =
    findings.filter(({ disposition }) => disposition === 'open').length + (strict === true ? unsteady.length : 0);
  const isWaived = waivedCells(findings);
  const unverified =
    notes.some(({ severity }) => severity === 'error') || cells.some((cell) => isUnverified(cell, isWaived(cell)));
  const verdict = regressions > 0 ? 'fail' : unverified || interrupted ? 'inconclusive' : 'pass';
  return {
    kind: 'footer',
    verdict,
    exitCode: interrupted ? 130 : regressions > 0 ? 1 : verdict === 'pass' ? 0 : 2,
    interrupted,
    cells: cells.length,
    cases: cells.reduce((sum, cell) => sum + cell.cases, 0),
    findings: findings.length,
    durationMs: Math.round(durationMs),
    ...(resets.count > 0 && { resets }),
    ...(times.length > 0 && { times }),
  };
}

/**
 * Returns whether the cell makes the run inconclusive: it has the verdict `error`, or it states a reason and is
 * inconclusive or waived. A cell that is inconclusive only because its findings were not reproduced every time states
 * no reason, so it does not make the run inconclusive.
 */
function isUnverified({ verdict, reason }: CellEntry, isWaived: boolean): boolean {
  return verdict === 'error' || (reason !== undefined && (verdict === 'inconclusive' || isWaived));
}
