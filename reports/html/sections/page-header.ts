import { printableText } from '../../text/printable.js';
import type { HeaderEntry, Report } from '../../report.js';
import { caseCountWords } from '../../view/words/case-counts.js';
import { groupedNotes } from '../../view/words/grouped-notes.js';
import { releaseAnswer } from '../../view/release-answer.js';
import { outcomeSentence, type Totals } from '../../view/totals.js';
import { VERDICT_SYMBOL } from '../../view/words/words.js';
import { html, type Markup } from '../parts/markup.js';
import { proseMarkup } from '../parts/prose.js';

interface OptionalSections {
  readonly changes: Markup | undefined;
  readonly fixes: Markup | undefined;
  readonly history: Markup | undefined;
}

/**
 * The header of the page: what was checked, whether it can be released, the verdict, and links to the sections of the
 * page.
 */
export function pageHeader(report: Report, totals: Totals, sections: OptionalSections): Markup {
  return html`<header><div class="subject"><h1>${serviceName(report.header)} <small>Contract parity report</small></h1>
${revision(report.header)}</div>
${answer(report, totals)}
<nav aria-label="Page"><ul>${sections.changes && navItem('changes', 'Changes')}${navItem('matrix', 'Operations × surfaces')}
${sections.fixes && navItem('fixes', 'Required fixes')}${sections.history && navItem('history', 'History')}
${navItem('findings', `Findings (${report.findings.length})`)}
${navItem('notes', `Notes (${groupedNotes(report.notes).length})`)}
${navItem('verified', 'Verified rules')}
${(report.coverage ?? []).length === 0 ? undefined : navItem('coverage', 'Coverage')}
${navItem('run', 'Run')}</ul></nav></header>
`;
}

function navItem(id: string, words: string): Markup {
  return html`<li><a href="#${id}">${words}</a></li>`;
}

/**
 * The statement whether the service can be released, with the reasons, followed by the verdict. A run of only a part of
 * the configuration may pass, but permits no release.
 */
function answer(report: Report, totals: Totals): Markup {
  const { ready, reasons } = releaseAnswer(report);
  const tone = ready ? 'pass' : totals.verdict === 'pass' ? 'inconclusive' : totals.verdict;
  return html`<div class="verdict ${tone}"><span class="sign" aria-hidden="true">${VERDICT_SYMBOL[tone]}</span>
<div><p><strong>${ready ? 'Ready to release' : 'Not ready to release'}</strong></p>
<ul>${reasons.map((reason) => html`<li>${proseMarkup(capitalised(reason), 400)}</li>`)}</ul>
<p class="${totals.verdict}"><span class="word">${VERDICT_SENTENCE[totals.verdict]}</span></p>
<p class="soft">${capitalised(outcomeSentence(totals))}. ${capitalised(caseCountWords(totals.results))}.</p></div></div>`;
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The maximum length of the name of a service; `MOST_NAMES` is the maximum number of names. */
const NAME_LENGTH = 120;
const MOST_NAMES = 3;

/** The title and version of the service, as the contract states them: `Item service 1.2.0`. */
export function serviceName({ contracts }: HeaderEntry): string {
  const names = contracts
    .slice(0, MOST_NAMES)
    .map(({ title, version }) => printableText(`${title} ${version}`, NAME_LENGTH));
  const more = contracts.length - names.length;
  return `${names.length === 0 ? 'No contract' : names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What identifies the checked state: the digests of the contracts, the commit and the time. */
function revision({ contracts, commit, startedAt }: HeaderEntry): Markup {
  const digests = contracts.slice(0, MOST_NAMES).map(({ digest }) => shortDigest(digest));
  return html`<dl>${digests.length === 0 ? undefined : fact(digests.length === 1 ? 'Contract' : 'Contracts', html`<code>${digests.join(' ')}</code>`)}
${commit === undefined ? undefined : fact('Commit', html`<code>${printableText(commit.slice(0, 12), 60)}</code>`)}
${fact('Date', html`<time datetime="${startedAt}">${timeWords(startedAt)}</time>`)}</dl>`;
}

function fact(term: string, description: Markup): Markup {
  return html`<div><dt>${term}</dt><dd>${description}</dd></div>`;
}

/** Shortens `sha256:9f2b6c1d4e5f…` to `9f2b6c1d4e5f`. The section about the run has the whole digest. */
function shortDigest(digest: string): string {
  return printableText(digest.replace(/^sha256:/, '').slice(0, 12), 60);
}

/** Formats `2026-03-01T09:30:00.000Z` as `2026-03-01 09:30 UTC`. */
export function timeWords(startedAt: string): string {
  return startedAt.replace(/^(.{10})T(.{5}).*Z$/, '$1 $2 UTC');
}

const VERDICT_SENTENCE: Readonly<Record<Totals['verdict'], string>> = {
  pass: 'Pass: every surface conforms to the contract',
  fail: 'Fail: a surface or service breaks the contract, or surfaces differ',
  inconclusive: 'Inconclusive: some cells could not be verified',
  interrupted: 'Interrupted: this report contains only the results up to the interruption',
};
