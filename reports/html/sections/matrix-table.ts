import type { Matrix, MatrixGroup, MatrixRow } from '../../view/matrix.js';
import { printableText } from '../../text/printable.js';
import type { CellEntry, Verdict } from '../../report.js';
import { VERDICT_MEANING, VERDICT_SYMBOL, WAIVED_SYMBOL } from '../../view/words/words.js';
import { counted } from '../../text/amounts.js';
import { caseCountWords, OTHER_RESULTS, RIGHT_REFUSALS } from '../../view/words/case-counts.js';
import type { PageFindings } from '../../view/page-findings.js';
import type { Anchors } from '../parts/anchors.js';
import { html, type Markup } from '../parts/markup.js';

/** If the matrix has more rows than this, the page first hides the rows that need no attention. */
const CALM_ROWS = 24;

/** The maximum length of a name or reason in the matrix. */
const NAME_LENGTH = 120;

/**
 * The number of operations in one table. A browser lays out a whole table at once. A large matrix is therefore split
 * into several tables, of which only those in view are laid out.
 */
const TABLE_GROUPS = 40;

/** The maximum number of surfaces whose columns all fit into the width of the page. */
const MAX_COLUMNS = 8;

interface Sheet {
  readonly matrix: Matrix;
  readonly findings: PageFindings;
  readonly names: Anchors;
  /** The name of the backend, if all rows have the same backend. The table then has no column for the backend. */
  readonly backend: string | undefined;
}

/** The matrix, with a row for each operation (group) and backend, and a column for each surface. */
export function matrixSection(matrix: Matrix, findings: PageFindings, names: Anchors): Markup {
  const calm = matrix.groups.filter((group) => !group.attention).length;
  const rows = matrix.groups.flatMap((group) => group.rows);
  const backends = new Set(rows.map((row) => row.backend));
  const backend = backends.size === 1 ? rows[0]?.backend : undefined;
  const content =
    matrix.groups.length === 0
      ? html`<p>No cell was checked.</p>`
      : [
          find(matrix.groups.length),
          toggle(calm, rows.length, matrix.groups.length),
          tables({ matrix, findings, names, backend }),
          legend(matrix, findings),
        ];
  const against =
    backend === undefined ? undefined : html` <small>against ${printableText(backend, NAME_LENGTH)}</small>`;
  return html`<section aria-labelledby="matrix"><h2 id="matrix">Operations × surfaces${against}</h2>
${content}
</section>`;
}

/**
 * A check box that hides the operations that need no attention. It works without the script, because the style sheet
 * reads its state.
 */
function toggle(calm: number, rows: number, groups: number): Markup {
  if (calm === 0 || calm === groups) return html``;
  const checked = rows > CALM_ROWS ? html` checked` : undefined;
  return html`<label class="toggle"><input type="checkbox" id="attention" autocomplete="off"${checked}>
Only operations that need attention</label>
<p class="hidden-rows soft">${counted(calm, 'operation')} of ${groups} without anything to report ${calm === 1 ? 'is' : 'are'}
not shown.</p>`;
}

/** If the matrix has more operations than this, the page has a search field for operations. */
const MANY_GROUPS = 12;

/** A search field for operations, which the script makes visible. */
function find(groups: number): Markup | undefined {
  if (groups <= MANY_GROUPS) return undefined;
  return html`<div class="filters" id="find" hidden><label>Operation<input type="search" autocomplete="off" maxlength="200"></label>
<p class="soft" role="status"></p></div>
`;
}

function tables(sheet: Sheet): Markup {
  const { groups } = sheet.matrix;
  const parts = Array.from({ length: Math.ceil(groups.length / TABLE_GROUPS) }, (_, part) =>
    groups.slice(part * TABLE_GROUPS, (part + 1) * TABLE_GROUPS),
  );
  return html`<div class="scroll" role="region" aria-label="Table of operations and surfaces" tabindex="0">${parts.map(
    (part) => table(part, sheet),
  )}</div>`;
}

function table(groups: readonly MatrixGroup[], sheet: Sheet): Markup {
  const { surfaces } = sheet.matrix;
  const isCalm = groups.every((group) => !group.attention);
  const kinds = ['part', ...(isCalm ? ['calm'] : []), ...(surfaces.length > MAX_COLUMNS ? ['many'] : [])];
  const backend = sheet.backend === undefined ? html`<th scope="col" class="backend">Backend</th>` : undefined;
  return html`<div class="${kinds.join(' ')}"><table class="matrix">
<thead><tr><th scope="col" class="name">Operation</th>${backend}${surfaces.map(
    (surface) => html`<th scope="col">${printableText(surface, NAME_LENGTH)}</th>`,
  )}</tr></thead>
${groups.map((group) => groupBody(group, sheet))}</table></div>
`;
}

function groupBody(group: MatrixGroup, sheet: Sheet): Markup {
  const name = printableText(group.group, NAME_LENGTH);
  const operations = printableText(group.operations.join(', '), NAME_LENGTH);
  const small = operations === '' ? undefined : html`<small>${operations}</small>`;
  const id = sheet.names.operation(group.group);
  return html`<tbody id="${id}"${group.attention ? undefined : html` class="calm"`}>${group.rows.map(
    (row, index) => html`<tr>${
      index === 0 ? html`<th scope="rowgroup" rowspan="${group.rows.length}">${name}${small}</th>` : undefined
    }${matrixRow(row, sheet)}</tr>
`,
  )}</tbody>`;
}

function matrixRow(row: MatrixRow, sheet: Sheet): Markup {
  const backend =
    sheet.backend === undefined ? html`<th scope="row">${printableText(row.backend, NAME_LENGTH)}</th>` : undefined;
  return html`${backend}${row.cells.map((cell, index) => {
    const surface = printableText(sheet.matrix.surfaces[index] ?? '', NAME_LENGTH);
    if (cell !== undefined) return matrixCell(cell, surface, sheet);
    return html`<td class="absent" data-surface="${surface}"><span class="word">· ${row.absent[index] ?? ''}</span></td>`;
  })}`;
}

/** A cell of the matrix. On a narrow page, the style sheet shows `data-surface` in place of the column title. */
function matrixCell(cell: CellEntry, surface: string, { findings, names }: Sheet): Markup {
  const verdict = findings.verdictOf(cell);
  const counts = cell.cases === 0 ? undefined : html`<small>${caseCountWords(cell)}</small>`;
  const why = cell.reason === undefined ? undefined : html`<small>${printableText(cell.reason, NAME_LENGTH)}</small>`;
  return html`<td id="${names.cell(cell)}" class="${verdict}" data-surface="${surface}"><span class="word">${verdictMarkup(verdict)}</span>${links(
    cell,
    findings,
  )}${counts}${why}</td>`;
}

/** A verdict with its symbol, as HTML. */
export function verdictMarkup(verdict: Verdict | 'waived'): Markup {
  if (verdict === 'waived') return html`<span aria-hidden="true">${WAIVED_SYMBOL}</span> fail, waived`;
  return html`<span aria-hidden="true">${VERDICT_SYMBOL[verdict]}</span> ${verdict}`;
}

/**
 * The maximum number of links to findings in one matrix cell. With the filters, a reader can show all findings of the
 * cell.
 */
const MAX_LINKS = 6;

function links(cell: CellEntry, findings: PageFindings): Markup | undefined {
  if (cell.findings.length === 0) return undefined;
  const shown = cell.findings
    .slice(0, MAX_LINKS)
    .map((id, index) => html`${index === 0 ? '' : ', '}${link(id, findings)}`);
  const more = cell.findings.length - MAX_LINKS;
  const noun = cell.findings.length === 1 ? 'finding' : 'findings';
  return html` <span class="links">${noun} ${shown}${more > 0 ? ` and ${more} more` : ''}</span>`;
}

function link(id: string, findings: PageFindings): Markup {
  const number = findings.numbers.get(id);
  return number === undefined ? html`${id}` : html`<a href="#finding-${id}">${number}</a>`;
}

/** Explains the verdicts that occur in the table. */
function legend(matrix: Matrix, findings: PageFindings): Markup {
  const cells = matrix.groups
    .flatMap(({ rows }) => rows.flatMap((row) => row.cells))
    .filter((cell) => cell !== undefined);
  const used = new Set(cells.map(({ verdict }) => verdict));
  const verdicts = (['pass', 'fail', 'inconclusive', 'error', 'inapplicable'] as const).filter((verdict) =>
    used.has(verdict),
  );
  const waived = cells.some((cell) => findings.verdictOf(cell) === 'waived');
  return html`<div class="legend">${verdicts.map(
    (verdict) =>
      html`<span class="${verdict}"><span class="word">${verdictMarkup(verdict)}</span>: ${VERDICT_MEANING[verdict]}</span>`,
  )}${
    waived
      ? html`<span class="waived"><span class="word">${verdictMarkup('waived')}</span>: every finding of the cell is waived</span>`
      : undefined
  }
<span>${countMeanings(cells)}</span></div>`;
}

/** Explains the words for the numbers of cases in the cells, such as "accepted". */
function countMeanings(cells: readonly CellEntry[]): string {
  const isOther = cells.some(({ rejected, refused = rejected }) => refused < rejected);
  return ['accepted: answered with a status 2xx', RIGHT_REFUSALS, ...(isOther ? [OTHER_RESULTS] : [])].join('; ');
}
