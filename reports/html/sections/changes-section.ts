import type { EarlierFinding } from '../../change-entries.js';
import type { Report } from '../../report.js';
import { counted } from '../../text/amounts.js';
import { printableText } from '../../text/printable.js';
import { cellWords } from '../../view/comparison/comparison.js';
import { againstWords } from '../../view/comparison/comparison-words.js';
import type { PageFindings } from '../../view/page-findings.js';
import { html, type Markup } from '../parts/markup.js';
import { proseMarkup } from '../parts/prose.js';

/** The maximum number of entries of each kind. `report.ndjson` lists all of them. */
const MAX_ENTRIES = 8;

/** The section with the changes since the earlier report. Omitted if there is no earlier report. */
export function changesSection(report: Report, findings: PageFindings): Markup | undefined {
  const { comparison } = report;
  if (comparison === undefined) return undefined;
  const { fixed, notVerified, cells } = comparison;
  const items = (change: 'regression' | 'new'): readonly Markup[] =>
    comparison.findings.filter((each) => each.change === change).map(({ id }) => present(report, id, findings));
  const known = comparison.findings.filter(({ change }) => change === 'known').length;
  const kinds = [
    kind('fail', '✗', 'regression', items('regression')),
    kind('fail', '✗', 'new finding', items('new')),
    kind('inconclusive', '?', 'finding no longer verified', notVerified.map(lost), 'findings no longer verified'),
    kind('inconclusive', '?', 'cell no longer verified', cells.map(cell), 'cells no longer verified'),
    kind('pass', '✓', 'fixed', fixed.map(earlier), 'fixed'),
  ];
  const still = known === 0 ? undefined : html`<p class="soft">Unchanged: ${counted(known, 'finding')}.</p>`;
  const isQuiet = kinds.every((each) => each === undefined);
  return html`<section aria-labelledby="changes"><h2 id="changes">Changes <small>since ${printableText(againstWords(comparison), 200)}</small></h2>
<div class="card changes">${kinds}${isQuiet ? html`<p>No finding is new, fixed or no longer verified.</p>` : undefined}${still}</div></section>
`;
}

function kind(
  tone: 'pass' | 'fail' | 'inconclusive',
  sign: string,
  one: string,
  items: readonly Markup[],
  many?: string,
): Markup | undefined {
  if (items.length === 0) return undefined;
  const left = items.length - MAX_ENTRIES;
  return html`<div class="${tone}"><p class="word"><span aria-hidden="true">${sign}</span> ${counted(items.length, one, many)}</p>
<ul>${items.slice(0, MAX_ENTRIES).map(
    (item) => html`<li>${item}</li>
`,
  )}${left > 0 ? html`<li>${counted(left, 'more', 'more')} in <code>report.ndjson</code></li>` : undefined}</ul></div>
`;
}

/** A finding of this report: its message, with a link if the page shows the finding in full. */
function present({ findings }: Report, id: string, { numbers }: PageFindings): Markup {
  const found = findings.find(({ finding }) => finding.id === id)?.finding;
  const number = numbers.get(id);
  const name = number === undefined ? html`<code>${id}</code>` : html`<a href="#finding-${id}">Finding ${number}</a>`;
  return html`${name}${found === undefined ? undefined : html` ${place(found)}: ${proseMarkup(found.message, 300)}`}`;
}

function earlier(finding: EarlierFinding): Markup {
  return html`<code>${finding.id}</code> ${place(finding)}: ${proseMarkup(finding.message, 300)}`;
}

function lost(finding: EarlierFinding & { readonly reason: string }): Markup {
  return html`${earlier(finding)} <span class="soft">(${proseMarkup(finding.reason, 300)})</span>`;
}

function cell(compared: Parameters<typeof cellWords>[0]): Markup {
  return html`${printableText(cellWords(compared), 300)}`;
}

const MAX_NAMES = 4;

function place({ surfaces, operations }: Pick<EarlierFinding, 'surfaces' | 'operations'>): string {
  const names = (all: readonly string[]): string =>
    `${all.slice(0, MAX_NAMES).join(', ')}${all.length > MAX_NAMES ? ` and ${all.length - MAX_NAMES} more` : ''}`;
  const parts = [names(operations), ...(surfaces.length === 0 ? [] : [`on ${names(surfaces)}`])];
  return printableText(parts.join(' ').trim(), 300);
}
