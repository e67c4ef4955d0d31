import { displayWidth, fitWidth } from '../text/display-width.js';
import type { Matrix, MatrixRow } from '../view/matrix.js';
import type { PageFindings } from '../view/page-findings.js';
import { printableText } from '../text/printable.js';
import { verdictWords } from '../view/words/words.js';
import { counted } from '../text/amounts.js';
import type { Paint } from './paint.js';

interface Style {
  readonly paint: Paint;
  readonly width: number;
  readonly findings: PageFindings;
}

/**
 * The maximum number of rows that are all printed. If the matrix has more, rows without anything to report are only
 * counted.
 */
const ALL_ROWS = 24;
const MAX_ROWS = 60;
const NAME_WIDTH = 32;
const LEAST_NAME_WIDTH = 12;
const GAP = '  ';

/**
 * The matrix as lines of text. If the surfaces do not fit into the width, the matrix is split into several tables below
 * each other.
 */
export function matrixLines(matrix: Matrix, style: Style): readonly string[] {
  const all = matrix.groups.flatMap(({ rows }) => rows);
  const wanted = all.length > ALL_ROWS ? all.filter(({ attention }) => attention) : all;
  const rows = wanted.slice(0, MAX_ROWS);
  const calm = all.length - wanted.length;
  const tables = rows.length === 0 ? [] : tableLines(matrix, rows, style);
  return [
    ...tables,
    ...(calm === 0
      ? []
      : [
          style.paint.dim(`${counted(calm, 'row')} without anything to report ${calm === 1 ? 'is' : 'are'} not shown.`),
        ]),
    ...(wanted.length > rows.length
      ? [style.paint.dim(`${counted(wanted.length - rows.length, 'more row')} in the report.`)]
      : []),
  ];
}

function tableLines(matrix: Matrix, rows: readonly MatrixRow[], style: Style): readonly string[] {
  const backends = columnWidth(['backend', ...rows.map(({ backend }) => shortName(backend))]);
  const widths = matrix.surfaces.map((surface, index) =>
    columnWidth([shortName(surface), ...rows.map((row) => cellText(row, index, style.findings))]),
  );
  // Names of operations are shortened to the space beside the widest cell, so that this cell fits into a narrow
  // terminal.
  const room = Math.max(style.width - backends - Math.max(...widths) - 2 * GAP.length, LEAST_NAME_WIDTH);
  const names = Math.min(columnWidth(['operation', ...rows.map(({ group }) => shortName(group))]), room);
  const chunks = chunkColumns(widths, style.width - names - backends - 2 * GAP.length);
  return chunks.flatMap((columns, index) => {
    const line = (name: string, backend: string, cells: readonly string[]): string =>
      [fitWidth(name, names), fitWidth(backend, backends), ...cells].join(GAP).trimEnd();
    const titles = columns.map((column) => fitWidth(shortName(matrix.surfaces[column] ?? ''), widths[column] ?? 0));
    const head = line('operation', 'backend', titles);
    const body = rows.map((row, place) =>
      line(
        row.group === rows[place - 1]?.group ? '' : shortName(row.group),
        shortName(row.backend),
        columns.map((column) => paintCell(row, column, widths[column] ?? 0, style)),
      ),
    );
    return [...(index === 0 ? [] : ['']), style.paint.bold(head), ...body];
  });
}

/**
 * For each table, the indexes of its columns. Each table has at least one column, even if the terminal is narrower than
 * this column.
 */
function chunkColumns(widths: readonly number[], available: number): readonly (readonly number[])[] {
  const chunks: number[][] = [];
  let left = 0;
  for (const [column, width] of widths.entries()) {
    const chunk = chunks.at(-1);
    if (chunk === undefined || width > left) {
      chunks.push([column]);
      left = available - width - GAP.length;
    } else {
      chunk.push(column);
      left -= width + GAP.length;
    }
  }
  return chunks;
}

/** A matrix cell in the colour of its verdict. The padding has no colour, so that trailing spaces can be removed. */
function paintCell(row: MatrixRow, column: number, width: number, { paint, findings }: Style): string {
  const text = cellText(row, column, findings);
  const cell = row.cells[column];
  const padding = fitWidth(text, width).slice(text.length);
  if (cell === undefined) return paint.dim(text) + padding;
  return paint.tone(findings.verdictOf(cell), text) + padding;
}

const MAX_NUMBERS = 4;

function cellText({ cells, absent }: MatrixRow, column: number, findings: PageFindings): string {
  const cell = cells[column];
  if (cell === undefined) return `· ${absent[column] ?? ''}`;
  const numbers = cell.findings.map((id) => findings.numbers.get(id)).filter((number) => number !== undefined);
  const more = cell.findings.length - Math.min(numbers.length, MAX_NUMBERS);
  const list = numbers
    .slice(0, MAX_NUMBERS)
    .map((number) => `#${number}`)
    .join(' ');
  const word = verdictWords(findings.verdictOf(cell));
  if (list === '') return more > 0 ? `${word} (${counted(more, 'finding')})` : word;
  return [word, list, ...(more > 0 ? [`+${more}`] : [])].join(' ');
}

function shortName(name: string): string {
  return printableText(name, 200);
}

function columnWidth(texts: readonly string[]): number {
  return Math.min(
    texts.reduce((widest, text) => Math.max(widest, displayWidth(text)), 0),
    NAME_WIDTH,
  );
}
