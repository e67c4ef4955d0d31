import { printableText } from '../../text/printable.js';
import type { HeaderEntry, Report } from '../../report.js';
import { changeSentences } from '../../view/comparison/change-words.js';
import { runsWords } from '../../view/words/runs-words.js';
import { caseCountWords } from '../../view/words/case-counts.js';
import type { Totals } from '../../view/totals.js';
import { timeWords } from './page-header.js';
import { type Content, html, type Markup } from '../parts/markup.js';

/** The section with the configuration, the scope and the seed of the run. With them, a reader can repeat the run. */
export function runSection(report: Report, totals: Totals): Markup {
  const { header, footer } = report;
  return html`<section aria-labelledby="run"><h2 id="run">Run</h2>
<dl class="facts card">${contracts(header)}${surfaces(header)}
${header.commit === undefined ? undefined : fact('Commit', html`<code>${printableText(header.commit, 60)}</code>`, 'two')}
${fact('Seed', html`<code>${header.seed}</code>`)}
${fact('Generated cases', runsWords(header))}
${fact('Backends', printableText(header.backends.join(', '), 200))}
${fact('Cases', caseCountWords(totals.results), 'two')}
${fact('Started', html`<time datetime="${header.startedAt}">${timeWords(header.startedAt)}</time>`)}
${fact('Duration', footer === undefined ? 'interrupted' : `${(footer.durationMs / 1000).toFixed(1)} s`)}
${fact('Tool', printableText(header.tool, 100))}
${totals.scope.length === 0 ? undefined : fact('Scope', printableText(totals.scope.join('; '), 1000), 'wide')}${changes(report)}${fact('Phases', printableText(header.phases.join(', '), 400), 'wide')}</dl></section>
`;
}

function contracts(header: HeaderEntry): Markup {
  const items = header.contracts.map(
    ({ file, title, version, digest }) =>
      html`<li>${printableText(title, 200)} ${printableText(version, 60)} · <code>${printableText(file, 200)}</code>
<small><code>${printableText(digest, 100)}</code></small></li>`,
  );
  return fact(header.contracts.length === 1 ? 'Contract' : 'Contracts', html`<ul>${items}</ul>`, 'wide');
}

/**
 * The changes since an earlier revision. Omitted unless the run checked only the operations that these changes affect.
 */
function changes(report: Report): Markup | undefined {
  const sentences = changeSentences(report);
  if (sentences.length === 0) return undefined;
  return fact(
    'Changes',
    html`<ul>${sentences.map((sentence) => html`<li>${printableText(sentence, 500)}</li>`)}</ul>`,
    'wide',
  );
}

function surfaces(header: HeaderEntry): Markup {
  const items = header.surfaces.map(({ id, description }) => {
    const { name, version = '', language } = description;
    const implementation = `${name} ${version}${language === undefined ? '' : ` (${language})`}`.trim();
    return html`<li><strong>${printableText(id, 100)}</strong> <span class="soft">${printableText(implementation, 200)}</span></li>`;
  });
  return fact('Surfaces', html`<ul class="row">${items}</ul>`, 'wide');
}

function fact(term: string, description: Content, width?: 'two' | 'wide'): Markup {
  return html`<div${width === undefined ? undefined : html` class="${width}"`}><dt>${term}</dt><dd>${description}</dd></div>`;
}
