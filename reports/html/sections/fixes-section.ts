import {
  type RuleFix,
  type OwnerFixes,
  requiredFixes,
  type Unverified,
  unverified,
  whereUnverified,
} from '../../view/required-fixes.js';
import { printableText } from '../../text/printable.js';
import type { Report } from '../../report.js';
import { SEVERITY_WORD, VERDICT_SYMBOL } from '../../view/words/words.js';
import { counted } from '../../text/amounts.js';
import { html, type Markup } from '../parts/markup.js';
import { proseMarkup } from '../parts/prose.js';

/** The maximum number of fixes in this section. Later sections of the page show all of them. */
const MAX_FIXES = 12;
const MAX_REASONS = 12;

/** If a rule has at most this number of findings, the message of each finding is listed. */
const FEW = 4;

/** The maximum number of links to findings in one line. */
const MAX_LINKS = 16;

/**
 * The required fixes by owner, and the reasons why operations could not be verified on a surface. Omitted if there is
 * at most one finding to fix and everything was verified.
 */
export function fixesSection(report: Report, shown: number): Markup | undefined {
  const owners = requiredFixes(report);
  const open = unverified(report).filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'error');
  const count = owners.reduce((sum, owner) => sum + owner.count, 0);
  if (count < 2 && open.length === 0) return undefined;
  return html`<section aria-labelledby="fixes"><h2 id="fixes">Required fixes</h2>
<div class="works">${owners.map((owner) => ownerPart(owner, shown))}${open.length === 0 ? undefined : openPart(open)}</div></section>
`;
}

function ownerPart({ owner, count, fixes }: OwnerFixes, shown: number): Markup {
  const left = fixes.length - MAX_FIXES;
  return html`<div class="card work fail"><h3>Fix ${printableText(owner, 300)} <small>${counted(count, 'finding')}</small></h3>
<ul>${fixes.slice(0, MAX_FIXES).map((job) => fixItem(job, shown))}${left > 0 ? html`<li>${counted(left, 'more rule')} below</li>` : undefined}</ul></div>
`;
}

function fixItem({ rule, findings }: RuleFix, shown: number): Markup {
  const [first] = findings;
  if (first === undefined) return html``;
  const { repair, severity, blame, surfaces } = first.entry.finding;
  const others = new Set(findings.map(({ entry }) => entry.finding.repair)).size - 1;
  const more = others === 0 ? undefined : html` <span class="soft">(and ${counted(others, 'other repair')})</span>`;
  const surface = blame === 'surface' && surfaces.length === 1 ? { surface: surfaces[0] } : {};
  const facets = JSON.stringify({ rule, blame, ...surface, disposition: 'open' });
  const only = html` <button type="button" class="only" data-only="${facets}" hidden>Show only these</button>`;
  return html`<li><div class="tags"><span class="tag neutral">${SEVERITY_WORD[severity]}</span> <code>${printableText(rule, 200)}</code></div>
${findings.length > FEW ? undefined : findings.map((finding) => messageLine(finding, shown))}
<p class="links">Repair: ${proseMarkup(repair)}${more}</p>${
    findings.length > FEW ? html`<p class="links">${links(findings, shown)}${only}</p>` : undefined
  }</li>
`;
}

function messageLine({ number, entry }: RuleFix['findings'][number], shown: number): Markup {
  const name = `Finding ${number}`;
  const link = number > shown ? name : html`<a href="#finding-${entry.finding.id}">${name}</a>`;
  return html`<p>${link}: ${proseMarkup(entry.finding.message, 300)}</p>`;
}

/** Links to the findings that the page shows in full. */
function links(findings: RuleFix['findings'], shown: number): Markup {
  const led = findings.filter(({ number }) => number <= shown).slice(0, MAX_LINKS);
  const left = findings.length - led.length;
  const items = led.map(
    ({ number, entry }, index) => html`${index === 0 ? '' : ', '}<a href="#finding-${entry.finding.id}">${number}</a>`,
  );
  return html`${items.length === 0 ? counted(left, 'finding') : html`Findings ${items}`}${items.length > 0 && left > 0 ? ` and ${left} more` : ''}`;
}

function openPart(open: readonly Unverified[]): Markup {
  const left = open.length - MAX_REASONS;
  return html`<div class="card work inconclusive"><h3>Resolve what prevented verification</h3><ul>${open.slice(0, MAX_REASONS).map(reasonItem)}${
    left > 0 ? html`<li>${counted(left, 'more reason')} below</li>` : undefined
  }</ul></div>
`;
}

function reasonItem(unverifiedCells: Unverified): Markup {
  const { verdict, reason } = unverifiedCells;
  return html`<li><span class="${verdict}"><span class="word"><span aria-hidden="true">${VERDICT_SYMBOL[verdict]}</span> ${verdict}</span></span>
${whereUnverified(unverifiedCells, 300)}: ${proseMarkup(reason, 600)}</li>
`;
}
