import type { HistoryEntry } from '../change-entries.js';
import { counted } from '../text/amounts.js';
import { printableText } from '../text/printable.js';
import { releaseHistory } from '../view/cell-history.js';
import { html, type Markup } from './markup.js';
import { verdictMarkup } from './matrix-table.js';

/** Recorded runs that the page shows; the folder of the history has the rest. */
const MAX_RUNS = 12;

/** Release × surface, the latest first; absent if the run was not added to a history. */
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
<td class="${verdict}" data-surface="verdict"><span class="word">${verdictMarkup(verdict)}</span></td>${verdicts.map(
      (each, index) =>
        html`<td class="${each ?? 'absent'}" data-surface="${printableText(surfaces[index] ?? '', 120)}"><span class="word">${
          each === undefined ? '· not run' : verdictMarkup(each)
        }</span></td>`,
    )}</tr></tbody>
`,
  );
  const heads = ['Verdict', ...surfaces].map((head) => html`<th scope="col">${printableText(head, 120)}</th>`);
  return html`<section aria-labelledby="history"><h2 id="history">History <small>the worst result of each surface</small></h2>
<div class="scroll" role="region" aria-label="Table of releases and surfaces" tabindex="0"><table class="matrix">
<thead><tr><th scope="col" class="name">Release</th>${heads}</tr></thead>
${rows}</table></div>${left > 0 ? html`<p class="soft">${counted(left, 'earlier run')} not shown.</p>` : undefined}</section>
`;
}
