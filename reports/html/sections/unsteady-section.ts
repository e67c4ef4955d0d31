import { printableText } from '../../text/printable.js';
import type { UnsteadyEntry } from '../../report.js';
import { unsteadySentences, unsteadyTitle } from '../../view/words/unsteady-words.js';
import { type Markup, html } from '../parts/markup.js';
import { proseMarkup } from '../parts/prose.js';

/** The maximum number of unsteady entries on the page. The report file has all entries. */
const MAX_ENTRIES = 100;

/** The section with the unsteady entries. Omitted if there are none. */
export function unsteadySection(entries: readonly UnsteadyEntry[] = []): Markup | undefined {
  if (entries.length === 0) return undefined;
  const left = entries.length - MAX_ENTRIES;
  return html`<section aria-labelledby="unsteady"><h2 id="unsteady">Unsteady</h2><ul class="notes">${entries.slice(0, MAX_ENTRIES).map(entryItem)}</ul>${
    left > 0 ? html`<p>${left} more are in <code>report.ndjson</code>.</p>` : undefined
  }</section>
`;
}

function entryItem(entry: UnsteadyEntry): Markup {
  return html`<li class="card inconclusive"><p><strong>${printableText(unsteadyTitle(entry), 300)}</strong></p>${unsteadySentences(
    entry,
  ).map((sentence) => html`<p>${proseMarkup(sentence)}</p>`)}</li>
`;
}
