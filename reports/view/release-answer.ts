import type { Report } from '../report.js';
import { amount, counted } from '../text/amounts.js';
import { againstWords } from './comparison/comparison-words.js';
import { newFindings } from './comparison/comparison.js';
import { scopeClauses } from './words/scope-words.js';
import { reportTotals } from './totals.js';

/** Whether the service can be released, as far as the report shows this. */
export interface ReleaseAnswer {
  readonly ready: boolean;
  /** The most important reasons, at most three. Each reason is a sentence without a full stop. */
  readonly reasons: readonly string[];
}

const MOST_REASONS = 3;

/**
 * States whether the run permits a release, and why. A run permits a release only if it covered the whole configuration
 * and verified everything.
 */
export function releaseAnswer(report: Report): ReleaseAnswer {
  const obstacles = obstaclesOf(report);
  if (obstacles.length > 0) return { ready: false, reasons: obstacles.slice(0, MOST_REASONS) };
  // Even without open findings, the verdict may not be `pass`: a strict run fails on unsteady entries, and a waived
  // failure may hide other rules.
  if (report.footer?.verdict !== 'pass')
    return { ready: false, reasons: [`the run ended with ${report.footer?.verdict ?? 'no verdict'}`] };
  return { ready: true, reasons: grounds(report).slice(0, MOST_REASONS) };
}

/** Formats the answer to the question of a release, with its reasons, as one sentence without a full stop. */
export function answerSentence({ ready, reasons }: ReleaseAnswer): string {
  return `${ready ? 'ready' : 'not ready'} for a release: ${reasons.join('; ')}`;
}

/** The reasons that prevent a release, the most important first. */
function obstaclesOf(report: Report): readonly string[] {
  const { findings, notes, footer, comparison } = report;
  const totals = reportTotals(report);
  const open = findings.filter(({ disposition }) => disposition === 'open');
  const changes = new Map(comparison?.findings.map(({ id, change }) => [id, change]));
  const regressions = open.filter(({ finding }) => changes.get(finding.id) === 'regression');
  const fresh = newFindings(report);
  const others = open.filter(({ finding }) => {
    const isKnown = comparison?.failOn === 'new' && fresh?.has(finding.id) === false;
    return !isKnown && changes.get(finding.id) !== 'regression';
  });
  const unverified = totals.cells.inconclusive + totals.cells.error;
  const errors = notes.filter(({ severity }) => severity === 'error');
  const scope = scopeClauses(report);
  const isStopped = footer === undefined || footer.interrupted;
  return [
    ...(isStopped ? ['the run was interrupted'] : []),
    ...(regressions.length === 0 || comparison === undefined
      ? []
      : [`${counted(regressions.length, 'regression')} since ${againstWords(comparison)}: ${rulesOf(regressions)}`]),
    ...(others.length === 0 ? [] : [`${counted(others.length, 'open finding')}: ${rulesOf(others)}`]),
    ...(unverified === 0 || isPermitted(report) ? [] : [`${counted(unverified, 'cell')} could not be verified`]),
    ...(errors.length === 0 || isPermitted(report)
      ? []
      : [`${counted(errors.length, 'error')}: ${errors[0]?.message ?? ''}`]),
    ...(scope.length === 0 ? [] : [`only a part was checked: ${scope.join('; ')}`]),
    ...(report.cells.length === 0 ? ['nothing was tested'] : []),
  ];
}

/**
 * True if findings that the earlier report also has do not prevent a release. This is the case if the run used
 * `--fail-on new` and passed.
 */
function isPermitted({ footer, comparison }: Report): boolean {
  return comparison?.failOn === 'new' && footer?.verdict === 'pass';
}

function grounds(report: Report): readonly string[] {
  const { findings, comparison, cells } = report;
  const waived = findings.flatMap(({ waiver }) => waiver?.expires ?? []).toSorted();
  const known = findings.filter(({ disposition }) => disposition === 'open').length;
  const fixed = comparison?.fixed.length ?? 0;
  return [
    `every rule that applies was verified on ${counted(cells.filter(({ verdict }) => verdict !== 'inapplicable').length, 'cell')}`,
    ...(known === 0 ? [] : [`${counted(known, 'finding')} that the earlier report already has`]),
    ...(waived.length === 0
      ? []
      : [`${counted(waived.length, 'waived finding')} (the first waiver expires after ${waived[0] ?? ''})`]),
    ...(fixed === 0 ? [] : [`${amount(fixed)} fixed`]),
  ];
}

const MOST_RULES = 3;

/**
 * The rules of the given findings with their surfaces, for a sentence: `state/stored on rest, parity/same-status on cli
 * (3) and 4 more`.
 */
function rulesOf(entries: Report['findings']): string {
  const counts = new Map<string, number>();
  for (const { finding } of entries) {
    const name = [finding.rule, ...finding.surfaces.slice(0, 1)].join(' on ');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const shown = [...counts].slice(0, MOST_RULES);
  const names = shown.map(([name, count]) => (count === 1 ? name : `${name} (${amount(count)})`));
  const left = entries.length - shown.reduce((sum, [, count]) => sum + count, 0);
  return `${names.join(', ')}${left > 0 ? ` and ${amount(left)} more` : ''}`;
}
