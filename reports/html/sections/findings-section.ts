import type { FindingEntry } from '../../report.js';
import type { Anchors } from '../parts/anchors.js';
import { findingArticle } from './finding-article.js';
import type { PageFindings } from '../../view/page-findings.js';
import { html, type Markup } from '../parts/markup.js';

/** The section with the findings, and the filters that the script makes visible. */
export function findingsSection(findings: PageFindings, names: Anchors): Markup {
  if (findings.shown.length === 0)
    return html`<section aria-labelledby="findings"><h2 id="findings">Findings</h2><p>None.</p></section>`;
  const left =
    findings.left > 0 ? html`<p>${findings.left} more findings are in <code>report.ndjson</code>.</p>` : undefined;
  return html`<section aria-labelledby="findings"><h2 id="findings">Findings</h2>
${filters(findings.shown)}
${findings.shown.map((entry, index) => findingArticle(entry, index + 1, names))}${left}</section>`;
}

type Facet = readonly [name: string, label: string, values: (entry: FindingEntry) => readonly string[]];

const FACETS: readonly Facet[] = [
  ['surface', 'Surface', ({ finding }) => finding.surfaces],
  ['operation', 'Operation', ({ finding }) => finding.operations],
  ['rule', 'Rule', ({ finding }) => [finding.rule]],
  ['blame', 'Blame', ({ finding }) => [finding.blame]],
  ['disposition', 'Disposition', ({ disposition }) => [disposition]],
];

/**
 * The filters of the findings. `autocomplete` is off, because a reloaded page would keep the selected values without
 * applying them.
 */
function filters(entries: readonly FindingEntry[]): Markup {
  return html`<form id="filters" class="filters" aria-label="Filter the findings" autocomplete="off" hidden>
<label>Text<input type="search" name="text" maxlength="200"></label>
${FACETS.map((facet) => facetSelect(facet, entries))}<button type="reset">Show all</button>
<p id="shown" class="soft" role="status"></p></form>`;
}

function facetSelect([name, label, values]: Facet, entries: readonly FindingEntry[]): Markup {
  const options = [...new Set(entries.flatMap(values))].toSorted();
  return html`<label>${label}<select name="${name}"><option value="">all</option>${options.map(
    (option) => html`<option value="${option}">${option}</option>`,
  )}</select></label>
`;
}
