import { formatLocation } from '../../../contract/json/source-location.js';
import type { Json } from '../../../contract/json/json.js';
import { inputWords, sequenceLines } from '../../view/words/case-words.js';
import { evidenceGroups } from '../../view/words/evidence-groups.js';
import { BLOCK_BOUNDS, printable, printableBlock, printableText } from '../../text/printable.js';
import type { FindingEntry } from '../../report.js';
import type { Anchors } from '../parts/anchors.js';
import {
  blameWords,
  DISPOSITION_WORD,
  occurrenceWords,
  SEVERITY_WORD,
  VERDICT_SYMBOL,
  WAIVED_SYMBOL,
  waiverWords,
} from '../../view/words/words.js';
import { counted } from '../../text/amounts.js';
import { type Content, html, lines, type Markup } from '../parts/markup.js';
import { proseMarkup } from '../parts/prose.js';
import { sides } from './sides.js';
import { wireSides } from './wire-sides.js';

/**
 * One finding in full. Readers may come from a link directly to the finding, so the article contains all its
 * information.
 */
export function findingArticle(entry: FindingEntry, number: number, names: Anchors): Markup {
  const { finding, disposition } = entry;
  const tone = disposition === 'open' ? 'fail' : 'waived';
  return html`<article class="card ${tone}" id="finding-${finding.id}" tabindex="-1" data-facets="${facets(entry)}">
<div class="tags"><span class="number">Finding ${number}</span> ${dispositionTag(entry)}
<span class="tag neutral">${SEVERITY_WORD[finding.severity]}</span> <code>${finding.rule}</code></div>
<h3>${proseMarkup(finding.message)}</h3>
<p class="soft">${scope(entry)}</p>
${sides(finding.expected, finding.received)}
${smallestInput(entry)}
<dl class="details">${details(entry)}${cells(entry, names)}</dl>
${finding.proof === undefined ? undefined : wireSides(finding.proof)}${evidence(finding)}</article>
`;
}

/**
 * The values of a finding that the filters compare, as JSON in a data attribute. The script parses this JSON and never
 * treats it as markup.
 */
function facets({ finding, disposition }: FindingEntry): string {
  const { surfaces, operations, rule, blame } = finding;
  return JSON.stringify({
    surface: surfaces,
    operation: operations,
    rule: [rule],
    blame: [blame],
    disposition: [disposition],
  });
}

function dispositionTag({ disposition }: FindingEntry): Markup {
  return html`<span class="tag ${disposition === 'open' ? 'fail' : 'waived'}"><span aria-hidden="true">${
    disposition === 'open' ? VERDICT_SYMBOL.fail : WAIVED_SYMBOL
  }</span> ${DISPOSITION_WORD[disposition]}</span>`;
}

function scope({ finding }: FindingEntry): string {
  const on = finding.surfaces.length === 0 ? [] : [`on ${finding.surfaces.join(', ')}`];
  const word = finding.operations.length === 1 ? 'operation' : 'operations';
  const of =
    finding.operations.length === 0 ? [] : [`${word} ${finding.operations.slice(0, MAX_OPERATIONS).join(', ')}`];
  const more =
    finding.operations.length > MAX_OPERATIONS ? [`${finding.operations.length - MAX_OPERATIONS} more operations`] : [];
  const against = finding.backends.length === 0 ? [] : [`against ${finding.backends.join(' and ')}`];
  return [...on, ...of, ...more, ...against, `seen in ${occurrenceWords(finding)}`].join(' · ');
}

const MAX_OPERATIONS = 20;

function smallestInput({ finding, cut }: FindingEntry): Markup | undefined {
  const example = finding.counterexample;
  if (example === undefined) return undefined;
  const calls = sequenceLines(example);
  if (calls.length > 0)
    return html`<p class="label">Fewest calls that show the finding</p><pre>${lines(calls.map((call) => printableText(call)).join('\n'))}</pre>`;
  return html`<p class="label">Smallest input that shows the finding</p><pre>${lines(inputText(example.input as unknown as Json))}</pre>
<p class="soft">${printableText(inputWords(example, cut))}</p>`;
}

/** The input on one line if it is short enough, otherwise one member on each line. */
function inputText(input: Json): string {
  const line = printable(input, BLOCK_BOUNDS);
  return line.length <= 100 ? line : printableBlock(input);
}

function details({ finding, waiver, replay }: FindingEntry): readonly Content[] {
  const location = finding.location === undefined ? undefined : formatLocation(finding.location);
  return [
    detail('Repair', html`<span class="repair">${proseMarkup(finding.repair)}</span>`),
    finding.pointer === '' ? undefined : detail('Where', html`<code>${printableText(finding.pointer, 300)}</code>`),
    detail('To fix', blameWords(finding)),
    detail('Rule’s source', proseMarkup(finding.source)),
    location === undefined ? undefined : detail('In the contract', html`<code>${printableText(location, 300)}</code>`),
    replay === undefined ? undefined : detail('Replay', html`<code class="replay">${printableText(replay)}</code>`),
    waiver === undefined ? undefined : detail('Waived', printableText(waiverWords(waiver), 1000)),
    detail('Id', html`<code>${finding.id}</code>`),
  ];
}

const MAX_CELLS = 12;

/** Links to the matrix cells of a finding. */
function cells({ finding }: FindingEntry, names: Anchors): Markup | undefined {
  const all = names.cellsOf(finding.id);
  if (all.length === 0) return undefined;
  const left = all.length - MAX_CELLS;
  const links = all.slice(0, MAX_CELLS).map((cell, index) => {
    const words = printableText(`${cell.group} on ${cell.surface} (${cell.backend})`, 200);
    return html`${index === 0 ? '' : ', '}<a href="#${names.cell(cell)}">${words}</a>`;
  });
  return detail(all.length === 1 ? 'Cell' : 'Cells', html`${links}${left > 0 ? ` and ${left} more` : ''}`);
}

function detail(term: string, description: Content): Markup {
  return html`<dt>${term}</dt><dd>${description}</dd>`;
}

function evidence(finding: FindingEntry['finding']): Markup | undefined {
  const groups = evidenceGroups(finding);
  if (groups.length === 0) return undefined;
  const items = groups.map(({ rule, where, message }) =>
    message === undefined
      ? html`<li>also ${where}</li>
`
      : html`<li><code>${printableText(rule, 200)}</code> ${where}: ${proseMarkup(message, 400)}</li>
`,
  );
  return html`<details><summary>Evidence: ${counted(finding.evidence.length, 'further violation')} by the same fault</summary><ul>
${items}</ul></details>`;
}
