import type { Json } from '../contract/json.js';
import { formatLocation } from '../contract/source-location.js';
import { codeBlock, codeCell, codeSpan, markdownText } from './markdown.js';
import { type Matrix, type MatrixRow, reportMatrix } from './matrix.js';
import { pageFindings, type PageFindings } from './page-findings.js';
import { LINE_BOUNDS, printable, printableBlock } from './printable.js';
import type { CellEntry, FindingEntry, NoteEntry, Report } from './report.js';
import { casesSentence, outcomeSentence, reportTotals } from './totals.js';
import { amount, blameWords, caseWords, counted, DISPOSITION_WORD, SEVERITY_WORD, VERDICT_SYMBOL } from './words.js';

/** GitHub takes 64 KiB for a comment and 1 MiB for a step summary; what is left keeps room for a caller's own words. */
const MAX_BYTES = 60 * 1024;

/** Of the bytes, as many may go to the matrix. */
const MATRIX_BYTES = 20 * 1024;
const MAX_ROWS = 60;
const MAX_NOTES = 20;

export interface SummaryOptions {
  readonly maxBytes?: number;
}

/** `summary.md` for a pull request: verdict, matrix, findings as far as they fit. */
export function renderSummary(report: Report, options: SummaryOptions = {}): string {
  const totals = reportTotals(report);
  const findings = pageFindings(report, Number.MAX_SAFE_INTEGER);
  const head = [
    `## ${VERDICT_SYMBOL[totals.verdict]} Contract parity: ${totals.verdict}`,
    `${outcomeSentence(totals)}.`,
    matrixTable(reportMatrix(report), findings),
    ...(report.notes.length === 0 ? [] : [noteList(report.notes)]),
  ];
  const tail = `Cases ${casesSentence(totals)}. Seed ${report.header.seed}, ${counted(report.header.runs, 'run')} an operation, made by ${
    markdownText(report.header.tool, 100)}.`;
  const left = (options.maxBytes ?? MAX_BYTES) - bytes([...head, tail]) - RESERVE;
  const blocks = fitting(findings.shown.map((entry, index) => findingBlock(entry, index + 1)), left);
  const more = findings.shown.length - blocks.length;
  const rest = more === 0 ? [] : [`**${counted(more, 'more finding')}** in the full report (index.html, report.ndjson): too many for a summary.`];
  return `${[...head, ...blocks, ...rest, tail].join('\n\n')}\n`;
}

/** For the sentence that counts what did not fit. */
const RESERVE = 200;

function bytes(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part, 'utf8') + 2, 0);
}

/** As many of the first parts as fit. */
function fitting(parts: readonly string[], max: number): readonly string[] {
  let used = 0;
  const end = parts.findIndex((part) => {
    used += bytes([part]);
    return used > max;
  });
  return end < 0 ? parts : parts.slice(0, end);
}

function matrixTable(matrix: Matrix, findings: PageFindings): string {
  const all = matrix.groups.flatMap(({ rows }) => rows);
  if (all.length === 0) return 'No cell was checked.';
  const wanted = all.length > MAX_ROWS ? all.filter(({ attention }) => attention) : all;
  const surfaces = matrix.surfaces.slice(0, MAX_SURFACES);
  const head = [
    `| operation | backend | ${surfaces.map((surface) => codeCell(surface, 60)).join(' | ')} |`,
    `|---|---|${'---|'.repeat(surfaces.length)}`,
  ];
  const rows = fitting(wanted.slice(0, MAX_ROWS).map((row) => tableRow(row, findings)), MATRIX_BYTES - bytes(head));
  const hidden = all.length - rows.length;
  const calm = all.length - wanted.length;
  const more = hidden === 0 ? [] : ['', `${counted(hidden, 'more row')} in the full report, ${amount(calm)} of them without anything to report.`];
  return [...head, ...rows, ...more].join('\n');
}

const MAX_SURFACES = 12;

function tableRow({ group, backend, cells }: MatrixRow, findings: PageFindings): string {
  const words = cells.slice(0, MAX_SURFACES).map((cell) => cellWords(cell, findings));
  return `| ${codeCell(group, 80)} | ${codeCell(backend, 40)} | ${words.join(' | ')} |`;
}

const MAX_NUMBERS = 5;

function cellWords(cell: CellEntry | undefined, findings: PageFindings): string {
  if (cell === undefined) return '· not run';
  const waived = cell.verdict === 'fail' && findings.waived(cell);
  const numbers = cell.findings.slice(0, MAX_NUMBERS).map((id) => findings.numbers.get(id) ?? id);
  const more = cell.findings.length > MAX_NUMBERS ? ` and ${cell.findings.length - MAX_NUMBERS} more` : '';
  const list = numbers.length === 0 ? '' : ` (${numbers.join(', ')}${more})`;
  const counts = cell.verdict === 'inapplicable' ? '' : ` ${cell.accepted}/${cell.cases}`;
  return `${VERDICT_SYMBOL[cell.verdict]} ${waived ? 'waived' : cell.verdict}${list}${counts}`;
}

function findingBlock(entry: FindingEntry, number: number): string {
  const { finding, disposition, waiver, replay } = entry;
  const scope = [...finding.surfaces, ...finding.operations.slice(0, 5)].map((name) => codeSpan(name, 80)).join(' · ');
  const sign = disposition === 'waived' ? `~ ${DISPOSITION_WORD.waived}` : VERDICT_SYMBOL.fail;
  return [
    `### ${number}. ${sign} ${SEVERITY_WORD[finding.severity]} ${codeSpan(finding.rule, 120)}${scope === '' ? '' : ` · ${scope}`}`,
    '',
    markdownText(finding.message),
    '',
    `- Expected ${codeSpan(printable(finding.expected), 500)}`,
    `- Received ${codeSpan(printable(finding.received), 500)}`,
    ...(finding.pointer === '' ? [] : [`- Where ${codeSpan(finding.pointer)}`]),
    `- To mend: ${markdownText(blameWords(finding))}`,
    `- Repair: ${markdownText(finding.repair)}`,
    `- Source: ${markdownText(finding.source)}`,
    ...(finding.location === undefined ? [] : [`- Contract ${codeSpan(formatLocation(finding.location))}`]),
    ...(waiver === undefined ? [] : [`- Waived: ${markdownText(`${waiver.reason} (${waiver.owner}, until ${waiver.expires})`)}`]),
    ...(replay === undefined ? [] : [`- Replay ${codeSpan(replay)}`]),
    ...smallestInput(entry),
  ].join('\n');
}

function smallestInput({ finding }: FindingEntry): readonly string[] {
  const example = finding.counterexample;
  if (example === undefined) return [];
  const block = codeBlock(printableBlock(example.input as unknown as Json, { ...LINE_BOUNDS, total: 1500 }), 'json');
  return ['', '<details><summary>Smallest input</summary>', '', block, '', markdownText(caseWords(example)), '', '</details>'];
}

function noteList(notes: readonly NoteEntry[]): string {
  const told = notes.filter(({ severity }) => severity !== 'info');
  const items = told.slice(0, MAX_NOTES).map(({ severity, code, message, repair }) =>
    `- **${severity}** ${codeSpan(code, 100)}: ${markdownText(message, 300)}${repair === undefined ? '' : ` ${markdownText(repair, 300)}`}`);
  const hidden = notes.length - items.length;
  return [...items, ...(hidden === 0 ? [] : [`- ${counted(hidden, 'more note')} in the full report`])].join('\n');
}
