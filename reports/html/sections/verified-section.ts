import { printableText } from '../../text/printable.js';
import type { Report } from '../../report.js';
import { counted } from '../../text/amounts.js';
import { html, type Markup } from '../parts/markup.js';

interface RuleRow {
  readonly rule: string;
  /** The number of trials that verified the rule, by backend. */
  readonly trials: Map<string, number>;
  readonly inapplicable: Set<string>;
}

/** A table of all rules, with the number of trials that verified each rule. A pass is based on these trials. */
export function verifiedSection(report: Report): Markup {
  const rows = ruleRows(report);
  const { backends } = report.header;
  const columns = backends.map((backend) => html`<th scope="col">${printableText(backend, 100)}</th>`);
  const content =
    rows.length === 0
      ? html`<p>No rule was verified.</p>`
      : html`<details><summary>${counted(rows.length, 'rule')} with the number of trials that verified each</summary>
<div class="scroll" role="region" aria-label="Table of rules" tabindex="0"><table>
<thead><tr><th scope="col">Rule</th>${columns}</tr></thead>
<tbody>${rows.map((row) => ruleRow(row, backends))}</tbody></table></div></details>`;
  return html`<section aria-labelledby="verified"><h2 id="verified">Verified rules</h2>${content}</section>`;
}

function ruleRow({ rule, trials, inapplicable }: RuleRow, backends: readonly string[]): Markup {
  return html`<tr><th scope="row"><code>${printableText(rule, 200)}</code></th>${backends.map(
    (backend) => html`<td>${trials.get(backend) ?? (inapplicable.has(backend) ? '– inapplicable' : '0')}</td>`,
  )}</tr>
`;
}

function ruleRows(report: Report): readonly RuleRow[] {
  const rows = new Map<string, RuleRow>();
  const rowOf = (rule: string): RuleRow => {
    const row = rows.get(rule) ?? { rule, trials: new Map(), inapplicable: new Set() };
    rows.set(rule, row);
    return row;
  };
  for (const cell of report.cells) {
    for (const [rule, trials] of Object.entries(cell.verified)) {
      const row = rowOf(rule);
      row.trials.set(cell.backend, (row.trials.get(cell.backend) ?? 0) + trials);
    }
    for (const rule of cell.inapplicable) rowOf(rule).inapplicable.add(cell.backend);
  }
  return [...rows.values()].toSorted((one, other) => (one.rule < other.rule ? -1 : 1));
}
