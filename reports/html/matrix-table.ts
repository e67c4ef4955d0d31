import type { Matrix, MatrixGroup, MatrixRow } from '../view/matrix.js';
import { printableText } from '../text/printable.js';
import type { CellEntry, Verdict } from '../report.js';
import { VERDICT_MEANING, VERDICT_SYMBOL, WAIVED_SYMBOL } from '../view/words.js';
import { counted } from '../text/amounts.js';
import { caseCountWords, RIGHT_REFUSALS } from '../view/case-counts.js';
import type { PageFindings } from '../view/page-findings.js';
import { html, type Markup } from './markup.js';

/** With more rows, those that need no attention are hidden at first. */
const CALM_ROWS = 24;

/** Longest name or reason in a cell. */
const NAME_LENGTH = 120;

/** Operations (groups) × surfaces, with one row for each backend. */
export function matrixSection(matrix: Matrix, findings: PageFindings): Markup {
  const calm = matrix.groups.filter((group) => !group.attention).length;
  const rows = matrix.groups.reduce((sum, group) => sum + group.rows.length, 0);
  const content =
    matrix.groups.length === 0
      ? html`<p>No cell was checked.</p>`
      : [
          find(matrix.groups.length),
          toggle(calm, rows, matrix.groups.length),
          table(matrix, findings),
          legend(matrix, findings),
        ];
  return html`<section aria-labelledby="matrix"><h2 id="matrix">Operations × surfaces</h2>
${content}
</section>`;
}

/** A check box that works without script, because the style sheet reads its state. */
function toggle(calm: number, rows: number, groups: number): Markup {
  if (calm === 0 || calm === groups) return html``;
  const checked = rows > CALM_ROWS ? html` checked` : undefined;
  return html`<label class="toggle"><input type="checkbox" id="attention" autocomplete="off"${checked}>
Only operations that need attention</label>
<p class="hidden-rows soft">${counted(calm, 'operation')} of ${groups} without anything to report ${calm === 1 ? 'is' : 'are'}
not shown.</p>`;
}

/** With more operations, the page has a search field for them. */
const MANY_GROUPS = 12;

/** A search field for operations, which the script shows. */
function find(groups: number): Markup | undefined {
  if (groups <= MANY_GROUPS) return undefined;
  return html`<div class="filters" id="find" hidden><label>Operation<input type="search" autocomplete="off" maxlength="200"></label>
<p class="soft" role="status"></p></div>
`;
}

function table(matrix: Matrix, findings: PageFindings): Markup {
  return html`<div class="scroll" role="region" aria-label="Table of operations and surfaces" tabindex="0"><table class="matrix">
<thead><tr><th scope="col">Operation</th><th scope="col">Backend</th>${matrix.surfaces.map(
    (surface) => html`<th scope="col">${printableText(surface, NAME_LENGTH)}</th>`,
  )}</tr></thead>
${matrix.groups.map((group) => groupBody(group, findings))}</table></div>`;
}

function groupBody(group: MatrixGroup, findings: PageFindings): Markup {
  const name = printableText(group.group, NAME_LENGTH);
  const names = printableText(group.operations.join(', '), NAME_LENGTH);
  const operations = names === '' ? undefined : html`<small>${names}</small>`;
  return html`<tbody${group.attention ? undefined : html` class="calm"`}>${group.rows.map(
    (row, index) => html`<tr>${
      index === 0 ? html`<th scope="rowgroup" rowspan="${group.rows.length}">${name}${operations}</th>` : undefined
    }${matrixRow(row, findings)}</tr>
`,
  )}</tbody>`;
}

function matrixRow(row: MatrixRow, findings: PageFindings): Markup {
  return html`<th scope="row">${printableText(row.backend, NAME_LENGTH)}</th>${row.cells.map((cell, index) => matrixCell(cell, row.absent[index] ?? '', findings))}`;
}

function matrixCell(cell: CellEntry | undefined, absent: string, findings: PageFindings): Markup {
  if (cell === undefined) return html`<td class="absent"><span class="word">· ${absent}</span></td>`;
  const verdict = findings.verdictOf(cell);
  const counts = cell.cases === 0 ? undefined : html`<small>${caseCountWords(cell)}</small>`;
  const why =
    cell.reason === undefined ? undefined : html`<small class="why">${printableText(cell.reason, NAME_LENGTH)}</small>`;
  return html`<td class="${verdict}"><span class="word">${word(verdict)}</span>${links(
    cell,
    findings,
  )}${counts}${why}</td>`;
}

function word(verdict: Verdict | 'waived'): Markup {
  if (verdict === 'waived') return html`<span aria-hidden="true">${WAIVED_SYMBOL}</span> fail, waived`;
  return html`<span aria-hidden="true">${VERDICT_SYMBOL[verdict]}</span> ${verdict}`;
}

/** Links in one cell; the filter of the findings shows the rest. */
const MAX_LINKS = 6;

function links(cell: CellEntry, findings: PageFindings): Markup | undefined {
  if (cell.findings.length === 0) return undefined;
  const shown = cell.findings
    .slice(0, MAX_LINKS)
    .map((id, index) => html`${index === 0 ? '' : ', '}${link(id, findings)}`);
  const more = cell.findings.length - MAX_LINKS;
  const noun = cell.findings.length === 1 ? 'finding' : 'findings';
  return html`<span class="links">${noun} ${shown}${more > 0 ? ` and ${more} more` : ''}</span>`;
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
      html`<span class="${verdict}"><span class="word">${word(verdict)}</span>: ${VERDICT_MEANING[verdict]}</span>`,
  )}${
    waived
      ? html`<span class="waived"><span class="word">${word('waived')}</span>: every finding of the cell is waived</span>`
      : undefined
  }
<span>accepted: answered with a success; ${RIGHT_REFUSALS}</span></div>`;
}
