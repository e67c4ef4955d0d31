import { formatLocation } from '../../contract/json/source-location.js';
import { changeSentences } from '../view/comparison/change-words.js';
import { runsWords } from '../view/words/runs-words.js';
import { groupedNotes } from '../view/words/grouped-notes.js';
import { comparisonSentences } from '../view/comparison/comparison-words.js';
import { releaseAnswer } from '../view/release-answer.js';
import { scopeClauses } from '../view/words/scope-words.js';
import { coverageSentence } from '../view/words/coverage-words.js';
import { codeSpan, markdownProse, markdownText } from '../text/markdown.js';
import { reportMatrix } from '../view/matrix.js';
import { pageFindings } from '../view/page-findings.js';
import type { FindingEntry, NoteEntry, Report, UnsteadyEntry } from '../report.js';
import { callsBlock, findingBlock, trafficBlock } from './finding-block.js';
import { bytes, fitting } from './fitting.js';
import { fixesList } from './fixes-list.js';
import { matrixTable } from './matrix-table.js';
import { caseCountWords } from '../view/words/case-counts.js';
import { outcomeSentence, reportTotals } from '../view/totals.js';
import { VERDICT_SYMBOL } from '../view/words/words.js';
import { counted } from '../text/amounts.js';
import { unsteadySentences, unsteadyTitle } from '../view/words/unsteady-words.js';

/**
 * The maximum size of a summary in bytes. GitHub accepts 64 KiB for a comment and 1 MiB for a step summary. The caller
 * may add text up to these limits.
 */
const MAX_BYTES = 60 * 1024;

const MAX_NOTES = 20;

export interface SummaryOptions {
  readonly maxBytes?: number;
}

/** `summary.md` for a pull request: the verdict, the matrix, and as many findings as fit. */
export function renderSummary(report: Report, options: SummaryOptions = {}): string {
  const totals = reportTotals(report);
  const findings = pageFindings(report, Number.MAX_SAFE_INTEGER);
  const fixes = fixesList(report);
  const head = [
    `## ${VERDICT_SYMBOL[totals.verdict]} Contract parity: ${totals.verdict}`,
    `${outcomeSentence(totals)}.`,
    ...answer(report),
    ...(fixes === undefined ? [] : [fixes]),
    matrixTable(reportMatrix(report), findings),
    ...(totals.scope.length === 0 ? [] : [`Scope: ${markdownText(totals.scope.join('; '), 1000)}.`]),
    ...changeItems(report),
    ...comparisonSentences(report, MAX_NOTES).map((sentence) => `${markdownText(sentence, 3000)}.`),
    ...(report.unsteady ?? []).slice(0, MAX_NOTES).map(unsteadyItem),
    ...(report.notes.length === 0 ? [] : [noteList(report.notes)]),
  ];
  const tail = `${caseCountWords(totals.results)}. Seed ${report.header.seed}, ${runsWords(report.header)}, written by ${markdownText(
    report.header.tool,
    100,
  )}.`;
  const reached = (report.coverage ?? []).map((entry) => `${markdownText(coverageSentence(entry), 1500)}.`);
  const left = (options.maxBytes ?? MAX_BYTES) - bytes([...head, ...reached, tail]) - RESERVE;
  const blocks = withTraffic(
    fitting(
      findings.shown.map((entry, index) => findingBlock(entry, index + 1)),
      left,
    ),
    findings.shown,
    left,
  );
  const more = findings.shown.length - blocks.length;
  const hidden = `**${counted(more, 'more finding')}** in the full report (index.html, report.ndjson).`;
  const rest = more === 0 ? [] : [hidden];
  return `${[...head, ...blocks, ...rest, ...reached, tail].join('\n\n')}\n`;
}

/**
 * Adds the calls of the first findings to their blocks, as far as they fit. Calls are added only if every shown finding
 * already has its block.
 */
function withTraffic(blocks: readonly string[], shown: readonly FindingEntry[], max: number): readonly string[] {
  let used = bytes(blocks);
  return blocks.map((block, index) => {
    const entry = shown[index];
    const more = entry === undefined ? [] : [trafficBlock(entry), callsBlock(entry)].filter((text) => text !== '');
    const fit = fitting(more, max - used);
    used += bytes(fit);
    return [block, ...fit].join('\n\n');
  });
}

/** The number of bytes that are kept free for the sentence that states how many findings are omitted. */
const RESERVE = 200;

/**
 * States whether the service can be released. Empty for a run that covered only a part of the configuration and was not
 * compared with an earlier report.
 */
function answer(report: Report): readonly string[] {
  if (scopeClauses(report).length > 0 && report.comparison === undefined) return [];
  const { ready, reasons } = releaseAnswer(report);
  const items = reasons.map((reason) => `- ${markdownText(reason, 500)}`);
  return [`**${ready ? 'Ready' : 'Not ready'} for a release:**\n${items.join('\n')}`];
}

/**
 * The changes since an earlier revision. Empty unless the run checked only the operations that these changes affect.
 */
function changeItems(report: Report): readonly string[] {
  const sentences = changeSentences(report);
  const left = sentences.length - MAX_NOTES;
  return [
    ...sentences.slice(0, MAX_NOTES).map((sentence) => `- ${markdownText(sentence, 500)}`),
    ...(left > 0 ? [`- ${counted(left, 'more change')} in the report.`] : []),
  ];
}

function unsteadyItem(entry: UnsteadyEntry): string {
  return `- **${markdownText(unsteadyTitle(entry), 300)}**: ${unsteadySentences(entry)
    .map((sentence) => markdownProse(sentence, 500))
    .join(' ')}`;
}

function noteList(notes: readonly NoteEntry[]): string {
  const grouped = groupedNotes(notes);
  const important = grouped.filter(({ severity }) => severity !== 'info');
  const items = important.slice(0, MAX_NOTES).map(noteItem);
  const hidden = grouped.length - items.length;
  return [...items, ...(hidden === 0 ? [] : [`- ${counted(hidden, 'more note')} in the full report`])].join('\n');
}

function noteItem({ severity, code, location, message, repair }: NoteEntry): string {
  const place = location === undefined ? '' : ` ${codeSpan(formatLocation(location), 200)}`;
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  const toDo = repair === undefined ? '' : ` Repair: ${markdownProse(repair, 300)}`;
  return `- **${severity}** ${codeSpan(code, 100)}${place}: ${markdownProse(sentence, 300)}${toDo}`;
}
