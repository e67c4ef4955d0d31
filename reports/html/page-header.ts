import { printableText } from '../text/printable.js';
import type { HeaderEntry, Report } from '../report.js';
import { caseCountWords } from '../view/case-counts.js';
import { groupedNotes } from '../view/grouped-notes.js';
import { outcomeSentence, type Totals } from '../view/totals.js';
import { VERDICT_SYMBOL } from '../view/words.js';
import { html, type Markup } from './markup.js';

/** What was checked, the verdict, and links to the sections of the page. */
export function pageHeader(report: Report, totals: Totals, hasFixes: boolean): Markup {
  return html`<header><div class="subject"><h1>${serviceName(report.header)} <small>Contract parity report</small></h1>
${revision(report.header)}</div>
<div class="verdict ${totals.verdict}"><span class="sign" aria-hidden="true">${VERDICT_SYMBOL[totals.verdict]}</span>
<div><p><strong>${VERDICT_SENTENCE[totals.verdict]}</strong></p><p>${capitalised(outcomeSentence(totals))}.</p>
<p class="soft">${caseCountWords(totals.results)}.</p></div></div>
<nav aria-label="Page"><ul><li><a href="#matrix">Operations × surfaces</a></li>
${hasFixes ? html`<li><a href="#fixes">Required fixes</a></li>` : undefined}<li><a href="#findings">Findings (${report.findings.length})</a></li>
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

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Longest name of one service, and most services that are named. */
const NAME_LENGTH = 120;
const MOST_NAMES = 3;

/** `Item service 1.2.0`, as the contract names it. */
export function serviceName({ contracts }: HeaderEntry): string {
  const names = contracts
    .slice(0, MOST_NAMES)
    .map(({ title, version }) => printableText(`${title} ${version}`, NAME_LENGTH));
  const more = contracts.length - names.length;
  return `${names.length === 0 ? 'No contract' : names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The digests of the contracts, the commit and the time, from which a reader sees which state was checked. */
function revision({ contracts, commit, startedAt }: HeaderEntry): Markup {
  const digests = contracts.slice(0, MOST_NAMES).map(({ digest }) => shortDigest(digest));
  return html`<dl>${digests.length === 0 ? undefined : fact(digests.length === 1 ? 'Contract' : 'Contracts', html`<code>${digests.join(' ')}</code>`)}
${commit === undefined ? undefined : fact('Commit', html`<code>${printableText(commit.slice(0, 12), 60)}</code>`)}
${fact('Date', html`<time datetime="${startedAt}">${timeWords(startedAt)}</time>`)}</dl>`;
}

function fact(term: string, description: Markup): Markup {
  return html`<div><dt>${term}</dt><dd>${description}</dd></div>`;
}

/** `sha256:9f2b6c1d4e5f…` → `9f2b6c1d4e5f`; the section about the run has the whole digest. */
function shortDigest(digest: string): string {
  return printableText(digest.replace(/^sha256:/, '').slice(0, 12), 60);
}

/** `2026-03-01T09:30:00.000Z` → `2026-03-01 09:30 UTC`. */
export function timeWords(startedAt: string): string {
  return startedAt.replace(/^(.{10})T(.{5}).*Z$/, '$1 $2 UTC');
}

const VERDICT_SENTENCE: Readonly<Record<Totals['verdict'], string>> = {
  pass: 'Pass: every surface conforms to the contract',
  fail: 'Fail: a surface or service breaks the contract, or surfaces differ',
  inconclusive: 'Inconclusive: some cells could not be verified',
  interrupted: 'Interrupted: this report holds only the results up to the interruption',
};
