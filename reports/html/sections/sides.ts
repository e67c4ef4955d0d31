import type { Json } from '../../../contract/json/json.js';
import { commonLines } from '../../calls/common-lines.js';
import { printableBlock } from '../../text/printable.js';
import { html, lines, type Markup } from '../parts/markup.js';

/**
 * The expected and the received value side by side. If they have lines in common, the other lines are marked as
 * different.
 */
export function sides(expected: Json, received: Json): Markup {
  const left = printableBlock(expected).split('\n');
  const right = printableBlock(received).split('\n');
  const common = left.length > 1 && right.length > 1 ? commonLines(left, right) : {};
  return html`<div class="sides">${side('Expected', left, common.left)}${side('Received', right, common.right)}</div>`;
}

function side(label: string, block: readonly string[], common: ReadonlySet<number> | undefined): Markup {
  const marked = block.map((line, index) => {
    const text = line.trimStart();
    const end = lines(index === block.length - 1 ? '' : '\n');
    const shown = common === undefined || common.has(index) ? text : html`<mark>${text}</mark>`;
    return html`${line.slice(0, line.length - text.length)}${shown}${end}`;
  });
  return html`<figure><figcaption>${label}</figcaption><pre>${marked}</pre></figure>`;
}
