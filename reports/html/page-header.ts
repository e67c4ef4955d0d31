import type { Report } from '../report.js';
import { groupedNotes } from '../view/grouped-notes.js';
import { outcomeSentence, type Totals } from '../view/totals.js';
import { VERDICT_SYMBOL } from '../view/words.js';
import { html, type Markup } from './markup.js';

/** The verdict, and links to the sections of the page. */
export function pageHeader(report: Report, totals: Totals, hasFixes: boolean): Markup {
  return html`<header><h1>Contract parity report</h1>
<div class="verdict ${totals.verdict}"><span class="sign" aria-hidden="true">${VERDICT_SYMBOL[totals.verdict]}</span>
<p><strong>${VERDICT_SENTENCE[totals.verdict]}</strong>${outcomeSentence(totals)}.</p></div>
<nav aria-label="Page"><ul>${hasFixes ? html`<li><a href="#fixes">Required fixes</a></li>` : undefined}<li><a href="#matrix">Operations × surfaces</a></li>
<li><a href="#findings">Findings (${report.findings.length})</a></li>
<li><a href="#notes">Notes (${groupedNotes(report.notes).length})</a></li>
<li><a href="#verified">Verified rules</a></li>
${
  (report.coverage ?? []).length === 0
    ? undefined
    : html`<li><a href="#coverage">Coverage</a></li>
`
}<li><a href="#run">Run</a></li></ul></nav></header>
`;
}

const VERDICT_SENTENCE: Readonly<Record<Totals['verdict'], string>> = {
  pass: 'Pass: every surface conforms to the contract',
  fail: 'Fail: a surface or service breaks the contract, or surfaces differ',
  inconclusive: 'Inconclusive: some cells could not be verified',
  interrupted: 'Interrupted: this report holds only the results up to the interruption',
};
