import type { HistoryEntry, RecordedVerdict } from '../../change-entries.js';
import { counted } from '../../text/amounts.js';
import { printableText } from '../../text/printable.js';
import { type ReleaseHistory, changedCells, releaseHistory } from '../../view/cell-history.js';
import { html, type Markup } from '../parts/markup.js';
import { verdictMarkup } from './matrix-table.js';

/** The maximum number of recorded runs on the page. The history folder has all of them. */
const MAX_RUNS = 12;
const MAX_CELLS = 200;

/**
 * A table with a row for each recorded release and a column for each surface, the latest release first. Omitted if the
 * run was not added to a history.
 */
export function historySection(history: HistoryEntry | undefined): Markup | undefined {
  if (history === undefined || history.runs.length === 0) return undefined;
  const { surfaces, releases } = releaseHistory(history);
  const left = releases.length - MAX_RUNS;
  const rows = releases.slice(0, MAX_RUNS).map(
    ({
      name,
      date,
      verdict,
      verdicts,
    }) => html`<tbody><tr><th scope="rowgroup">${printableText(name, 120)}<small>${date}</small></th>
${verdictCell('verdict', verdict)}${verdicts.map((each, index) => verdictCell(surfaces[index] ?? '', each))}</tr></tbody>
`,
  );
  const heads = ['Verdict', ...surfaces].map((head) => html`<th scope="col">${printableText(head, 120)}</th>`);
  return html`<section aria-labelledby="history"><h2 id="history">History <small>the worst result of each surface</small></h2>
<div class="scroll" role="region" aria-label="Table of releases and surfaces" tabindex="0"><table class="matrix">
<thead><tr><th scope="col" class="name">Release</th>${heads}</tr></thead>
${rows}</table></div>${left > 0 ? html`<p class="soft">${counted(left, 'earlier run')} not shown.</p>` : undefined}
${changedTable(history, releases.slice(0, MAX_RUNS))}</section>
`;
}

/**
 * A table with a row for each matrix cell and a column for each release. It shows when a cell began to fail and when it
 * was fixed. Cells with the same verdict in all runs are omitted.
 */
function changedTable(history: HistoryEntry, releases: ReleaseHistory['releases']): Markup | undefined {
  const changed = changedCells({ ...history, runs: history.runs.slice(-MAX_RUNS) });
  if (changed.length === 0) return undefined;
  const heads = releases.map(
    ({ name, date }) => html`<th scope="col">${printableText(name, 120)}<small>${date}</small></th>`,
  );
  const rows = changed.slice(0, MAX_CELLS).map(
    ({
      group,
      surface,
      verdicts,
    }) => html`<tbody><tr><th scope="rowgroup">${printableText(group, 120)}<small>${printableText(surface, 120)}</small></th>${verdicts.map(
      (each, index) => verdictCell(releases[index]?.name ?? '', each),
    )}</tr></tbody>
`,
  );
  const left = changed.length - MAX_CELLS;
  return html`<details><summary>${counted(changed.length, 'cell')} with different results in these runs</summary>
<div class="scroll" role="region" aria-label="Table of cells and releases" tabindex="0"><table class="matrix">
<thead><tr><th scope="col" class="name">Operation</th>${heads}</tr></thead>
${rows}</table></div>${left > 0 ? html`<p class="soft">${counted(left, 'further cell')} not shown.</p>` : undefined}</details>
`;
}

function verdictCell(column: string, verdict: RecordedVerdict | undefined): Markup {
  const text = verdict === undefined ? '· not run' : verdictMarkup(verdict);
  return html`<td class="${verdict ?? 'absent'}" data-surface="${printableText(column, 120)}"><span class="word">${text}</span></td>`;
}
