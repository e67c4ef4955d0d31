import { grouped } from './words/grouped.js';
import { printableText } from '../text/printable.js';
import type { CellEntry, FindingEntry, Report, Verdict } from '../report.js';
import { findingsInOrder } from './totals.js';
import { blameWords } from './words/words.js';
import { counted } from '../text/amounts.js';
import { waivedCells } from './waived-cell.js';

/** The fixes that one owner must make: the findings of this owner that are not waived. */
export interface OwnerFixes {
  /** The name of the owner, as `blameWords` returns it. */
  readonly owner: string;
  readonly count: number;
  readonly fixes: readonly RuleFix[];
}

/**
 * The findings of one rule that one owner must fix, with their numbers on the page. The most severe finding comes
 * first.
 */
export interface RuleFix {
  readonly rule: string;
  readonly findings: readonly { readonly number: number; readonly entry: FindingEntry }[];
}

/** The required fixes by owner. The owner with the most severe finding comes first. */
export function requiredFixes(report: Report): readonly OwnerFixes[] {
  const numbered = findingsInOrder(report).map((entry, index) => ({ number: index + 1, entry }));
  const open = numbered.filter(({ entry }) => entry.disposition === 'open');
  return [...grouped(open, ({ entry }) => blameWords(entry.finding))].map(([owner, findings]) => ({
    owner,
    count: findings.length,
    fixes: [...grouped(findings, ({ entry }) => entry.finding.rule)].map(([rule, of]) => ({ rule, findings: of })),
  }));
}

/** Matrix cells that were not verified, or not completely, for the same reason. */
export interface Unverified {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly cells: readonly CellEntry[];
}

/** The reasons why matrix cells were not verified. Each reason is listed once, with its cells. */
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

/** The name of the first of the matrix cells, shortened to `maxName` characters, and the number of further cells. */
export function whereUnverified({ cells }: Unverified, maxName: number): string {
  const [first] = cells;
  const name =
    first === undefined ? '' : printableText(`${first.group} on ${first.surface} (${first.backend})`, maxName);
  return cells.length > 1 ? `${name} and ${counted(cells.length - 1, 'more cell')}` : name;
}
