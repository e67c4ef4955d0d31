import { COVERED_WORDS, coverageSentence, missingNames } from '../../view/words/coverage-words.js';
import { amount } from '../../text/amounts.js';
import { printableText } from '../../text/printable.js';
import type { CoverageEntry, Report } from '../../report.js';
import { html, type Markup } from '../parts/markup.js';

/**
 * The section that states which parts of each contract the run reached. A pass states nothing about the other parts.
 * Omitted if the report has no coverage.
 */
export function coverageSection({ coverage = [] }: Report): Markup | undefined {
  if (coverage.length === 0) return undefined;
  return html`<section aria-labelledby="coverage"><h2 id="coverage">Coverage</h2>${coverage.map(ofContract)}</section>
`;
}

function ofContract(entry: CoverageEntry): Markup {
  const missing = missingNames(entry);
  const names = missing.map((name) => html`<li><code>${printableText(name, 300)}</code></li>`);
  const list = html`<details><summary>Not reached</summary><ul>${names}</ul></details>`;
  return html`<p>${printableText(coverageSentence(entry, 0).replace(/; not reached: .*$/, ''), 1000)}.</p>${missing.length === 0 ? undefined : list}${bySurface(entry)}`;
}

/**
 * The parts that each surface reached. Omitted if there is only one surface, because it reached the same parts as the
 * whole run.
 */
function bySurface(entry: CoverageEntry): Markup | undefined {
  const { surfaces = [] } = entry;
  if (surfaces.length < 2) return undefined;
  const kinds = COVERED_WORDS.filter(([kind]) => (entry[kind]?.of ?? 0) > 0);
  const columns = kinds.map(([, words]) => html`<th scope="col">${words}</th>`);
  const rows = surfaces.map((reached) => {
    const cells = kinds.map(([kind]) => html`<td>${amount(reached[kind].reached)} of ${amount(reached[kind].of)}</td>`);
    return html`<tr><th scope="row">${printableText(reached.surface, 100)}</th>${cells}</tr>
`;
  });
  return html`<details><summary>By surface</summary>
<div class="scroll" role="region" aria-label="Coverage by surface" tabindex="0"><table>
<thead><tr><th scope="col">Surface</th>${columns}</tr></thead>
<tbody>${rows}</tbody></table></div></details>`;
}
