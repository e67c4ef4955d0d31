import { runsWords } from '../view/words/runs-words.js';
import { type PageFindings, pageFindings } from '../view/page-findings.js';
import { changeSentences } from '../view/comparison/change-words.js';
import { comparisonSentences } from '../view/comparison/comparison-words.js';
import { answerSentence, releaseAnswer } from '../view/release-answer.js';
import { coverageSentence } from '../view/words/coverage-words.js';
import { wrapText } from '../text/display-width.js';
import { reportMatrix } from '../view/matrix.js';
import { unverified, whereUnverified } from '../view/required-fixes.js';
import { printableText } from '../text/printable.js';
import type { FooterEntry, Report } from '../report.js';
import { findingLines } from './finding-block.js';
import { matrixLines } from './matrix-table.js';
import { fixesLines } from './fixes-lines.js';
import { noteLines } from './note-lines.js';
import { paint, type Paint } from './paint.js';
import { caseCountWords } from '../view/words/case-counts.js';
import { outcomeSentence, reportTotals, type Totals } from '../view/totals.js';
import { VERDICT_SYMBOL } from '../view/words/words.js';
import { counted } from '../text/amounts.js';
import { unsteadySentences, unsteadyTitle } from '../view/words/unsteady-words.js';

export interface TerminalOptions {
  readonly colour: boolean;
  /** The width of the terminal in columns. The caller passes 100 if the output is not a terminal. */
  readonly width: number;
  /** The path of the HTML page of the report. */
  readonly reportPage?: string;
  /** The maximum number of findings that are printed in full. */
  readonly maxFindings?: number;
}

const MAX_FINDINGS = 50;
const MIN_WIDTH = 40;
const MAX_WIDTH = 120;

/**
 * The final output of `parity check`. It contains no terminal escapes from texts of the report, and no log commands of
 * CI systems.
 */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const width = Math.min(Math.max(options.width, MIN_WIDTH), MAX_WIDTH);
  const style = paint(options.colour);
  const totals = reportTotals(report);
  const findings = pageFindings(report, options.maxFindings ?? MAX_FINDINGS);
  const blocks: readonly (readonly string[])[] = [
    matrixLines(reportMatrix(report), { paint: style, width: options.width, findings }),
    scopeLines(totals, width),
    changeLines(report, width),
    reasonLines(report, width),
    ...findings.shown.map((entry, index) => findingLines(entry, index + 1, style, width)),
    leftLines(findings, width),
    unsteadyLines(report, style, width),
    noteLines(report.notes, style, width),
    fixesLines(report, findings.shown.length, style, width),
    comparisonLines(report, width),
    closingLines(report, totals, style, width, options),
  ];
  const lines = blocks.filter((block) => block.length > 0).flatMap((block) => ['', ...block]);
  return `${lines.map(withoutLogCommand).join('\n')}\n`;
}

/** States how many findings of which rules are not printed. */
function leftLines({ left, leftRules }: PageFindings, width: number): readonly string[] {
  if (left === 0) return [];
  const rules = printableText(leftRules.join(', '), 1000);
  return wrapText(`${counted(left, 'more finding')} in the report: ${rules}.`, width);
}

/** The reasons why matrix cells neither passed nor failed. Each reason is printed once. */
function reasonLines(report: Report, width: number): readonly string[] {
  const reasons = unverified(report);
  const left = reasons.length - MAX_REASONS;
  const lines = reasons.slice(0, MAX_REASONS).flatMap((each) => {
    const { verdict, reason } = each;
    return wrapText(
      `${VERDICT_SYMBOL[verdict]} ${verdict}: ${whereUnverified(each, 200)}: ${printableText(reason, 500)}`,
      width,
    );
  });
  return [...lines, ...(left > 0 ? [`${counted(left, 'more reason')} in the report.`] : [])];
}

const MAX_REASONS = 20;

/** The lines that state which part of the configuration was checked. The matrix does not show what was left out. */
function scopeLines({ scope }: Totals, width: number): readonly string[] {
  return scope.length === 0 ? [] : wrapText(`scope: ${printableText(scope.join('; '), 1000)}`, width);
}

/**
 * The changes since an earlier revision. Empty unless the run checked only the operations that these changes affect.
 */
function changeLines(report: Report, width: number): readonly string[] {
  const sentences = changeSentences(report);
  const left = sentences.length - MAX_CHANGES;
  return [
    ...sentences.slice(0, MAX_CHANGES).flatMap((sentence) => wrapText(`± ${printableText(sentence, 500)}`, width)),
    ...(left > 0 ? [`${counted(left, 'more change')} in the report.`] : []),
  ];
}

const MAX_CHANGES = 20;

function unsteadyLines({ unsteady = [] }: Report, style: Paint, width: number): readonly string[] {
  const left = unsteady.length - MAX_UNSTEADY;
  const lines = unsteady.slice(0, MAX_UNSTEADY).flatMap((entry) => [
    style.tone('inconclusive', `≈ ${printableText(unsteadyTitle(entry), 300)}`),
    ...unsteadySentences(entry)
      .flatMap((sentence) => wrapText(printableText(sentence), width - 2))
      .map((line) => `  ${line}`),
  ]);
  return [
    ...lines,
    ...(left > 0 ? [`${counted(left, 'more unsteady entry', 'more unsteady entries')} in the report.`] : []),
  ];
}

const MAX_UNSTEADY = 10;

function comparisonLines(report: Report, width: number): readonly string[] {
  return comparisonSentences(report, MAX_CHANGES).flatMap((sentence) => wrapText(printableText(sentence, 3000), width));
}

/**
 * The lines that state whether the service can be released. Empty for a run that covered only a part of the
 * configuration and was not compared with an earlier report, because such a run permits no statement.
 */
function answerLines(report: Report, { scope }: Totals, width: number): readonly string[] {
  if (scope.length > 0 && report.comparison === undefined) return [];
  return wrapText(printableText(answerSentence(releaseAnswer(report)), 1500), width);
}

function closingLines(
  report: Report,
  totals: Totals,
  style: Paint,
  width: number,
  options: TerminalOptions,
): readonly string[] {
  const { header, footer } = report;
  const verdict = `${VERDICT_SYMBOL[totals.verdict]} ${totals.verdict}`;
  // The first line contains the whole verdict even on a narrow terminal, because verdicts are short.
  const [first = '', ...rest] = wrapText(`${verdict}: ${outcomeSentence(totals)}`, width);
  const took = footer === undefined ? '' : `, ${(footer.durationMs / 1000).toFixed(1)} s${resetWords(footer)}`;
  return [
    style.tone(totals.verdict, style.bold(verdict)) + first.slice(verdict.length),
    ...rest,
    ...answerLines(report, totals, width),
    ...wrapText(`${caseCountWords(totals.results)}; seed ${header.seed}, ${runsWords(header)}${took}`, width).map(
      (line) => style.dim(line),
    ),
    ...(report.coverage ?? []).flatMap((entry) =>
      wrapText(printableText(coverageSentence(entry), 1500), width).map((line) => style.dim(line)),
    ),
    ...(options.reportPage === undefined ? [] : [`report: ${printableText(options.reportPage, 500)}`]),
  ];
}

/** The time that resets of the service took. It is printed because a faster reset would shorten the run. */
function resetWords({ resets }: FooterEntry): string {
  if (resets === undefined) return '';
  const each = resets.durationMs / resets.count;
  return `, ${counted(resets.count, 'reset')} of ${each < 10 ? each.toFixed(1) : Math.round(each)} ms each`;
}

/**
 * Escapes log commands, so that no value from a service can run one. CI systems execute certain lines of a log. GitHub
 * executes lines that begin with `::` after white space, and any `##[`. Other systems execute `##vso[` or
 * `##teamcity[`.
 */
function withoutLogCommand(line: string): string {
  return line.replace(/^(\s*):(?=:)/, String.raw`$1\u003a`).replace(/##(?=[a-z]*\[)/gi, String.raw`#\u0023`);
}
