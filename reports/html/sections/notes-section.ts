import { formatLocation } from '../../../contract/json/source-location.js';
import { groupedNotes } from '../../view/words/grouped-notes.js';
import { boundedLines, printableText } from '../../text/printable.js';
import type { NoteEntry } from '../../report.js';
import { html, type Markup } from '../parts/markup.js';
import { proseMarkup } from '../parts/prose.js';

const TONE: Readonly<Record<NoteEntry['severity'], string>> = {
  error: 'fail',
  warning: 'inconclusive',
  info: 'inapplicable',
};

/** The maximum number of notes on the page. The report file has all notes. */
const MAX_NOTES = 300;

/** The section with the notes, the most severe first. */
export function notesSection(notes: readonly NoteEntry[]): Markup {
  const ordered = groupedNotes(notes);
  const left = ordered.length - MAX_NOTES;
  const list = html`<ul class="notes">${ordered.slice(0, MAX_NOTES).map(noteItem)}</ul>`;
  return html`<section aria-labelledby="notes"><h2 id="notes">Notes</h2>${ordered.length === 0 ? html`<p>None.</p>` : list}${
    left > 0
      ? html`<p>${left} more ${left === 1 ? 'note is' : 'notes are'} in <code>report.ndjson</code>.</p>`
      : undefined
  }</section>`;
}

function noteItem(note: NoteEntry): Markup {
  const { severity, code, message, repair, location, surface } = note;
  return html`<li class="card ${TONE[severity]}">
<div class="tags"><span class="tag">${severity}</span> <code>${printableText(code, 200)}</code>${
    surface === undefined ? undefined : html` <span class="soft">${printableText(surface, 100)}</span>`
  }</div>
${messageMarkup(message)}${repair === undefined ? undefined : html`<p class="soft">Repair: ${proseMarkup(repair)}</p>`}${
    location === undefined
      ? undefined
      : html`<p class="soft"><code>${printableText(formatLocation(location), 300)}</code></p>`
  }</li>
`;
}

/** Formats a message and keeps its line breaks. A message may end with the output of a process. */
function messageMarkup(message: string): Markup {
  const [first = '', ...output] = boundedLines(message);
  return html`<p>${proseMarkup(first)}</p>${
    output.length === 0
      ? undefined
      : html`<pre>${output.map(
          (line) => html`${line}
`,
        )}</pre>`
  }`;
}
