import { codeCell } from '../text/markdown.js';
import type { Matrix, MatrixRow } from '../view/matrix.js';
import type { PageFindings } from '../view/page-findings.js';
import type { CellEntry } from '../report.js';
import { verdictWords } from '../view/words/words.js';
import { amount, counted } from '../text/amounts.js';
import { bytes, fitting } from './fitting.js';

/** The maximum size of the matrix in a summary, in bytes. */
const MATRIX_BYTES = 20 * 1024;
const MAX_ROWS = 60;

/** The matrix as a Markdown table. If it has more than sixty rows, only rows that need attention are included. */
export function matrixTable(matrix: Matrix, findings: PageFindings): string {
  const all = matrix.groups.flatMap(({ rows }) => rows);
  if (all.length === 0) return 'No cell was checked.';
  const wanted = all.length > MAX_ROWS ? all.filter(({ attention }) => attention) : all;
  const surfaces = matrix.surfaces.slice(0, MAX_SURFACES);
  const head = [
    `| operation | backend | ${surfaces.map((surface) => codeCell(surface, 60)).join(' | ')} |`,
    `|---|---|${'---|'.repeat(surfaces.length)}`,
  ];
  const rows = fitting(
    wanted.slice(0, MAX_ROWS).map((row) => tableRow(row, findings)),
    MATRIX_BYTES - bytes(head),
  );
  const hidden = all.length - rows.length;
  const calm = all.length - wanted.length;
  const rest =
    hidden === calm
      ? `The full report has ${counted(hidden, 'more row')} without anything to report.`
      : `The full report has ${counted(hidden, 'more row')}, ${amount(calm)} of them without anything to report.`;
  const more = hidden === 0 ? [] : ['', rest];
  return [...head, ...rows, ...more].join('\n');
}

const MAX_SURFACES = 12;

function tableRow({ group, backend, cells, absent }: MatrixRow, findings: PageFindings): string {
  const words = cells
    .slice(0, MAX_SURFACES)
    .map((cell, index) => (cell === undefined ? `· ${absent[index] ?? ''}` : cellWords(cell, findings)));
  return `| ${codeCell(group, 80)} | ${codeCell(backend, 40)} | ${words.join(' | ')} |`;
}

const MAX_NUMBERS = 5;

function cellWords(cell: CellEntry, findings: PageFindings): string {
  const numbers = cell.findings.slice(0, MAX_NUMBERS).map((id) => findings.numbers.get(id) ?? id);
  const more = cell.findings.length > MAX_NUMBERS ? ` and ${cell.findings.length - MAX_NUMBERS} more` : '';
  const list = numbers.length === 0 ? '' : ` (${numbers.join(', ')}${more})`;
  return `${verdictWords(findings.verdictOf(cell))}${list}`;
}
