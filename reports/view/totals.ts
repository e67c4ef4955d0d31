import {
  type FindingEntry,
  LINT_KIND,
  type NoteEntry,
  type Report,
  type ReportVerdict,
  type Verdict,
} from '../report.js';
import { type CaseCounts, caseCounts } from './words/case-counts.js';
import { DISPOSITION_WORD } from './words/words.js';
import { amount, counted } from '../text/amounts.js';
import { scopeClauses } from './words/scope-words.js';
import { waivedCells } from './waived-cell.js';

export interface Totals {
  readonly verdict: ReportVerdict;
  /** The number of matrix cells, by verdict. */
  readonly cells: Readonly<Record<Verdict, number>>;
  readonly cases: number;
  /** The number of cases, by result. */
  readonly results: CaseCounts;
  readonly regressions: number;
  readonly waived: number;
  /** The number of findings that the released version of a surface also has. */
  readonly released: number;
  readonly unsteady: number;
  /** Clauses that state which part of the configuration the run covered. Empty if it covered all of it. */
  readonly scope: readonly string[];
  /** The number of notes, by severity. */
  readonly notes: Readonly<Record<NoteEntry['severity'], number>>;
}

export function reportTotals(report: Report): Totals {
  const { footer } = report;
  const disposed = (disposition: FindingEntry['disposition']): number =>
    report.findings.filter((entry) => entry.disposition === disposition).length;
  const noted = (severity: NoteEntry['severity']): number =>
    report.notes.filter((note) => note.severity === severity).length;
  const results = caseCounts(report.cells);
  return {
    verdict: footer === undefined || footer.interrupted ? 'interrupted' : footer.verdict,
    cells: cellsByVerdict(report),
    cases: results.cases,
    results,
    regressions: disposed('open'),
    waived: disposed('waived'),
    released: disposed('released'),
    unsteady: report.unsteady?.length ?? 0,
    scope: scopeClauses(report),
    notes: { error: noted('error'), warning: noted('warning'), info: noted('info') },
  };
}

/** The result of the run in one sentence, without the verdict. */
export function outcomeSentence(totals: Totals): string {
  const cells = Object.values(totals.cells).reduce((sum, count) => sum + count, 0);
  const checked = `${counted(cells, 'cell')} and ${counted(totals.cases, 'case')} checked`;
  const unverified = totals.cells.inconclusive + totals.cells.error;
  return [
    ...totals.scope,
    findingsClause(totals),
    ...(totals.unsteady === 0 ? [] : [counted(totals.unsteady, 'unsteady entry', 'unsteady entries')]),
    ...(unverified === 0 ? [] : [`${counted(unverified, 'cell')} could not be verified`]),
    ...(totals.notes.error === 0 ? [] : [counted(totals.notes.error, 'error')]),
    checked,
  ].join('; ');
}

function findingsClause(totals: Totals): string {
  const { regressions, waived, released } = totals;
  const others = [
    ...(waived === 0 ? [] : [`${amount(waived)} ${DISPOSITION_WORD.waived}`]),
    ...(released === 0 ? [] : [`${amount(released)} ${DISPOSITION_WORD.released}`]),
  ];
  if (regressions + waived + released === 0) return 'no findings';
  if (regressions === 0 && released === 0) return `${counted(waived, 'finding')}, all ${DISPOSITION_WORD.waived}`;
  return [regressions === 0 ? 'no open findings' : counted(regressions, 'finding'), ...others].join(', and ');
}

/** If a report has at most this number of findings, every output shows all of them. */
const MANY_FINDINGS = 50;
/**
 * If a report has many findings, the number of findings of one rule that are shown before the findings of other rules.
 */
const FIRST_OF_RULE = 5;

/**
 * The findings in the order in which readers need them. Findings to fix come before waived findings. Among them,
 * findings about behaviour come before those of the lint, and MUST comes before SHOULD. Otherwise the order of the
 * report is kept. If there are many findings, only the first ones of each rule keep their place, and the others come
 * last. The top of the list then shows every rule.
 */
export function findingsInOrder({ findings }: Report): readonly FindingEntry[] {
  const seen = new Map<string, number>();
  const ranked = findings.map((entry) => {
    const { rule, severity, blame, kind } = entry.finding;
    const key = `${entry.disposition} ${rule}`;
    const earlier = seen.get(key) ?? 0;
    seen.set(key, earlier + 1);
    const isFurther = findings.length > MANY_FINDINGS && earlier >= FIRST_OF_RULE;
    const isLint = blame === 'contract' && kind === LINT_KIND;
    const facts = [entry.disposition !== 'open', isFurther, isLint, severity !== 'must'];
    return { entry, rank: facts.reduce((sum, fact) => 2 * sum + (fact ? 1 : 0), 0) };
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ entry }) => entry);
}

/**
 * The number of matrix cells by verdict. A failed cell whose findings are all waived counts as inconclusive if a part
 * of it could not be verified.
 */
function cellsByVerdict(report: Report): Readonly<Record<Verdict, number>> {
  const isWaived = waivedCells(report.findings);
  const counts: Record<Verdict, number> = { pass: 0, fail: 0, inconclusive: 0, error: 0, inapplicable: 0 };
  for (const cell of report.cells)
    counts[isWaived(cell) && cell.reason !== undefined ? 'inconclusive' : cell.verdict] += 1;
  return counts;
}
