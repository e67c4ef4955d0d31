import type { Proof, ShownCall, SurfaceCallText } from '../../../rules/proof.js';
import { type BlockLine, type CallBlock, comparedCalls } from '../../calls/call-blocks.js';
import { printableText } from '../../text/printable.js';
import { counted } from '../../text/amounts.js';
import { type FoldedLine, foldedLines } from '../../calls/folded-lines.js';
import { html, lines, type Markup } from '../parts/markup.js';

/**
 * The calls of the two compared surfaces, side by side: what each sent, what it received, and what its caller saw.
 * Differences are marked.
 */
export function wireSides(proof: Proof): Markup {
  const { own, sibling } = comparedCalls(proof, proof.sibling);
  const other = proof.sibling;
  const rows = pairs(own, sibling).map(
    ([left, right]) => html`<div class="${other === undefined ? 'wire' : 'wire sides'}">${side(
      proof,
      left,
    )}${other === undefined ? undefined : side(other, right)}</div>
`,
  );
  const marks = [...own, ...sibling].some(({ head, headers, body }) =>
    [head, ...headers, ...body].some(({ differs }) => differs),
  );
  const legend = marks
    ? html` <span class="soft">Lines marked with <mark>≠</mark> occur on one side only.</span>`
    : undefined;
  const title =
    other === undefined
      ? 'On the wire'
      : `On the wire, compared with ${printableText(other.surface, 100)}, which does not show the finding`;
  return html`<p class="label wire-label">${title}${legend}</p>
${rows}${logs(proof)}${curl(proof.curl)}${calls(proof.reproductions)}`;
}

/**
 * The requests, replies and outcomes of the two surfaces in pairs. On a narrow page, the second of a pair is below the
 * first.
 */
function pairs(
  own: readonly CallBlock[],
  sibling: readonly CallBlock[],
): readonly (readonly [CallBlock | undefined, CallBlock | undefined])[] {
  const exchanges = Math.max(own.length, sibling.length) - 1;
  const rows = Array.from(
    { length: exchanges },
    (_, index) => [messageAt(own, index), messageAt(sibling, index)] as const,
  );
  return [...rows, [own.at(-1), sibling.at(-1)]];
}

/** The request or reply in the block at an index. `undefined` for the last block, which is the outcome. */
function messageAt(blocks: readonly CallBlock[], index: number): CallBlock | undefined {
  return index < blocks.length - 1 ? blocks[index] : undefined;
}

const VERB: Readonly<Record<CallBlock['kind'], string>> = {
  request: 'sent',
  reply: 'received',
  outcome: 'reported to its caller',
};

function side({ surface, exchanges }: ShownCall, block: CallBlock | undefined): Markup {
  const name = printableText(surface, 100);
  if (block === undefined)
    return html`<figure><figcaption>${name}</figcaption><p class="soft">${exchanges.length === 0 ? 'sent nothing' : 'no further exchange'}</p></figure>`;
  const { kind, head, headers, omitted, body } = block;
  const rest =
    omitted.length === 0
      ? undefined
      : html`<span class="soft">(and ${printableText(omitted.join(', '), 600)})</span>
`;
  return html`<figure><figcaption>${name} ${VERB[kind]}</figcaption><pre>${lineMarkup(head)}${headers.map(lineMarkup)}${rest}${foldedLines(body).map(foldedMarkup)}</pre></figure>`;
}

function foldedMarkup(line: FoldedLine): Markup {
  return 'omitted' in line
    ? html`<span class="soft">(${counted(line.omitted, 'line')} not shown)</span>
`
    : lineMarkup(line);
}

function lineMarkup({ text, differs }: BlockLine): Markup {
  const content = text.trimStart();
  const indent = text.slice(0, text.length - content.length);
  return differs
    ? html`${indent}<mark>≠ ${content}</mark>
`
    : html`${indent}${content}
`;
}

function logs({ serviceLog, surfaceLog }: Proof): readonly (Markup | undefined)[] {
  return [
    log('The last error, or the last lines, that the service wrote', serviceLog),
    log('The last error, or the last lines, that the surface wrote', surfaceLog),
  ];
}

function log(title: string, text: string | undefined): Markup | undefined {
  return text === undefined
    ? undefined
    : html`<details><summary>${title}</summary><pre>${lines(text)}</pre></details>
`;
}

function curl(command: string | undefined): Markup | undefined {
  return command === undefined
    ? undefined
    : html`<details><summary>Command that sends the last request</summary><pre class="replay">${command}</pre></details>
`;
}

const LANGUAGE: Readonly<Record<SurfaceCallText['language'], string>> = {
  sh: 'shell',
  typescript: 'TypeScript',
  python: 'Python',
  json: 'tool call',
};

function calls(all: readonly SurfaceCallText[] = []): Markup | undefined {
  return all.length === 0
    ? undefined
    : html`<details><summary>Code that repeats the case, by surface</summary>${all.map(
        ({ surface, language, text }) => html`
<figure><figcaption>${printableText(surface, 100)} (${LANGUAGE[language]})</figcaption><pre class="replay">${lines(text)}</pre></figure>`,
      )}</details>
`;
}
