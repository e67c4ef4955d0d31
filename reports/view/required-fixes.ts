import { grouped } from './grouped.js';
import { printableText } from '../text/printable.js';
import type { CellEntry, FindingEntry, Report, Verdict } from '../report.js';
import { findingsInOrder } from './totals.js';
import { blameWords } from './words.js';
import { counted } from '../text/amounts.js';
import { waivedCells } from './waived-cell.js';

/** What one owner has to mend: the findings to their blame that nobody has waived. */
export interface OwnerFixes {
  /** In the words of `blameWords`. */
  readonly owner: string;
  readonly count: number;
  readonly fixes: readonly RuleFix[];
}

/** All findings of one rule that one owner has to mend, numbered as on a page; the gravest first. */
export interface RuleFix {
  readonly rule: string;
  readonly findings: readonly { readonly number: number; readonly entry: FindingEntry }[];
}

/** Who has to mend what, the gravest first: the order in which work is handed out. */
export function requiredFixes(report: Report): readonly OwnerFixes[] {
  const numbered = findingsInOrder(report).map((entry, index) => ({ number: index + 1, entry }));
  const open = numbered.filter(({ entry }) => entry.disposition === 'regression');
  return [...grouped(open, ({ entry }) => blameWords(entry.finding))].map(([owner, findings]) => ({
    owner,
    count: findings.length,
    fixes: [...grouped(findings, ({ entry }) => entry.finding.rule)].map(([rule, of]) => ({ rule, findings: of })),
  }));
}

/** Cells that were not verified, or not in full, for one and the same reason. */
export interface Unverified {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly cells: readonly CellEntry[];
}

/** Every reason that cells give, once, however many cells share it. */
export function unverified(report: Report): readonly Unverified[] {
  const isWaived = waivedCells(report.findings);
  const verdictOf = (cell: CellEntry): Verdict => (isWaived(cell) ? 'inconclusive' : cell.verdict);
  const reported = report.cells.filter(({ reason }) => reason !== undefined);
  return [...grouped(reported, (cell) => JSON.stringify([verdictOf(cell), cell.reason])).values()].map((cells) => ({
    verdict: cells[0] === undefined ? 'inconclusive' : verdictOf(cells[0]),
    reason: cells[0]?.reason ?? '',
    cells,
  }));
}

/** The first of the cells, its name at most so long, and how many more there are. */
export function whereUnverified({ cells }: Unverified, maxName: number): string {
  const [first] = cells;
  const name = first === undefined ? '' : printableText(`${first.group} on ${first.surface} (${first.backend})`, maxName);
  return cells.length > 1 ? `${name} and ${counted(cells.length - 1, 'more cell')}` : name;
}
