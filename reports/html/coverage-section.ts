import { coverageSentence, missingNames } from '../view/coverage-words.js';
import { printableText } from '../text/printable.js';
import type { CoverageEntry, Report } from '../report.js';
import { html, type Markup } from './markup.js';

/**
 * The parts of each contract that the run reached, because a pass does not cover the others. Absent if the report has
 * no coverage.
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
  return html`<p>${printableText(coverageSentence(entry, 0).replace(/; not reached: .*$/, ''), 1000)}.</p>${missing.length === 0 ? undefined : list}`;
}
