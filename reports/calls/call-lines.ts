import type { Proof, ShownCall } from '../../rules/proof.js';
import { type BlockLine, type CallBlock, comparedCalls } from './call-blocks.js';
import { focusedLines } from './focused-lines.js';
import { type FoldedLine, foldedLines } from './folded-lines.js';
import { printableText } from '../text/printable.js';
import { counted } from '../text/amounts.js';

/**
 * How much of a call is shown. `short`: each body on one line. `folded`: only lines that differ, and some lines around
 * them. `whole`: everything.
 */
export type CallDetail = 'short' | 'folded' | 'whole';

const SIGN: Readonly<Record<CallBlock['kind'], string>> = { request: '→', reply: '←', outcome: '=' };
/** The maximum length of a body that is shown on one line with its request line or status. */
const SHORT_LENGTH = 160;
const LINE_LENGTH = 5000;
/**
 * The maximum number of headers that are shown for one message. With more, the next message would not be visible on the
 * same screen.
 */
const MAX_HEADERS = 6;

/**
 * Formats one call as lines of text, for the terminal, a replay and files. `→` marks what the surface sent, `←` what it
 * received, and `=` what its caller saw. `pointer` is the place of a finding. If a long body is shown on one line, only
 * its value at this place is shown.
 */
export function callLines(call: ShownCall, detail: CallDetail, pointer = ''): readonly string[] {
  return blocksLines(call, comparedCalls(call).own, detail, pointer);
}

function blocksLines(
  call: ShownCall,
  blocks: readonly CallBlock[],
  detail: CallDetail,
  pointer = '',
): readonly string[] {
  const more =
    call.exchangeCount === undefined ? [] : [`(${call.exchanges.length} of ${call.exchangeCount} exchanges)`];
  const none = call.exchanges.length === 0 ? ['→ nothing was sent'] : [];
  const lines = (block: CallBlock): readonly string[] =>
    detail === 'short' ? shortLines(block, pointer) : blockLines(block, detail);
  return [...none, ...blocks.flatMap(lines), ...more];
}

function shortLines(block: CallBlock, pointer: string): readonly string[] {
  const head = printableText(headText(block), LINE_LENGTH);
  const body = shortBody(
    block.body.map(({ text }) => text),
    PLACES[block.kind].exec(pointer)?.[1],
  );
  const headers = block.headers.map(({ text }) => text).filter((text) => isTelling(text, block.kind, pointer));
  return [
    head + (body === '' ? '' : ` ${printableText(body, SHORT_LENGTH)}`),
    ...headers.slice(0, MAX_HEADERS).map((text) => `    ${printableText(text, SHORT_LENGTH)}`),
  ];
}

/** A body on one line. Of a long body, only the value at the pointer is shown; `…` replaces everything else. */
function shortBody(lines: readonly string[], pointer: string | undefined): string {
  const whole = oneLine(lines);
  if (whole.length <= SHORT_LENGTH || pointer === undefined) return whole;
  return oneLine(focusedLines(lines, pointer) ?? lines);
}

/**
 * For each kind of block, a pattern for the pointer of a finding. It matches if the pointer refers to this block; the
 * group is the pointer within the body.
 */
const PLACES: Readonly<Record<CallBlock['kind'], RegExp>> = {
  request: /^\/body(\/.*)$/,
  reply: /^\/response\/body(\/.*)$/,
  outcome: /^\/(?:response\/body|outcome\/value)(\/.*)$/,
};

/**
 * Matches headers that almost every request has: a bearer token and the content type JSON. The short form does not show
 * them.
 */
const USUAL = /^(?:authorization:|content-type: *application\/json *$)/i;

/** Whether the short form shows a header: an unusual header of a request, or the header that the finding is about. */
function isTelling(text: string, kind: CallBlock['kind'], pointer: string): boolean {
  if (kind === 'request' && !USUAL.test(text)) return true;
  const name = text.slice(0, text.indexOf(':')).toLowerCase();
  return pointer.toLowerCase() === `${kind === 'request' ? '' : '/response'}/header/${name}`;
}

function headText(block: CallBlock): string {
  return `${SIGN[block.kind]} ${markedText(block.head)}`;
}

function blockLines(block: CallBlock, detail: 'folded' | 'whole'): readonly string[] {
  const omitted = block.omitted.length === 0 ? [] : [`(and ${block.omitted.join(', ')})`];
  const body = detail === 'folded' ? foldedLines(block.body) : block.body;
  const inner = [...block.headers.map(markedText), ...omitted, ...body.map(foldedText)];
  return [headText(block), ...inner.map((text) => `  ${text}`)].map((text) => printableText(text, LINE_LENGTH));
}

/** Marks a line that differs with `≠`, as on the HTML page. The mark is visible without colours. */
function markedText({ text, differs }: BlockLine): string {
  const content = text.trimStart();
  return differs ? `${text.slice(0, text.length - content.length)}≠ ${content}` : text;
}

function foldedText(line: FoldedLine): string {
  return 'omitted' in line ? `(${counted(line.omitted, 'line')} not shown)` : markedText(line);
}

/** Joins the lines of a body to one line. There are no spaces inside the brackets of JSON. */
function oneLine(body: readonly string[]): string {
  return body.reduce((line, text) => {
    const next = text.trim();
    return line === '' || /[[{]$/.test(line) || /^[\]}]/.test(next) ? line + next : `${line} ${next}`;
  }, '');
}

const MAX_DIFFERENCES = 6;
const VERB: Readonly<Record<CallBlock['kind'], string>> = { request: 'sent', reply: 'received', outcome: 'reported' };

const TOKEN_WORDS = ' (the token of the check, which is sent even if the contract requires none)';

/**
 * How the call of a surface differs from the call of the compared surface, with one difference on each line: `only rest
 * sent "note": null`.
 */
export function differenceLines(proof: Proof): readonly string[] {
  if (proof.sibling === undefined) return [];
  const { own, sibling } = comparedCalls(proof, proof.sibling);
  return [...onlyLines(proof.surface, own), ...onlyLines(proof.sibling.surface, sibling)];
}

function onlyLines(surface: string, blocks: readonly CallBlock[]): readonly string[] {
  const all = blocks.flatMap(({ kind, head, headers, body }) =>
    [head, ...headers, ...body].filter(({ differs }) => differs).map((each) => onlyLine(surface, kind, each)),
  );
  const left = all.length - MAX_DIFFERENCES;
  return left > 0
    ? [...all.slice(0, MAX_DIFFERENCES), `(${left} more lines of ${printableText(surface, 100)} differ)`]
    : all;
}

function onlyLine(surface: string, kind: CallBlock['kind'], { text }: BlockLine): string {
  const shown = printableText(text.trim().replace(/,$/, ''), SHORT_LENGTH);
  // A token that only one surface sent would look like the cause of the finding, although the contract may require
  // none.
  const about = kind === 'request' && /^authorization: bearer \$TOKEN$/i.test(shown) ? TOKEN_WORDS : '';
  return `only ${printableText(surface, 100)} ${VERB[kind]} ${shown}${about}`;
}

/**
 * Formats the calls and logs of a proof as lines of text. A proof has the call that shows a finding, and the compared
 * call.
 */
export function proofLines(proof: Proof): readonly string[] {
  const { sibling, serviceLog, surfaceLog, curl } = proof;
  const compared = comparedCalls(proof, sibling);
  return [
    `${printableText(proof.surface, 100)}:`,
    ...blocksLines(proof, compared.own, 'folded'),
    ...(sibling === undefined
      ? []
      : [
          '',
          `${printableText(sibling.surface, 100)}, which does not show the finding:`,
          ...blocksLines(sibling, compared.sibling, 'folded'),
        ]),
    ...logLines('service log', serviceLog),
    ...logLines('surface log', surfaceLog),
    ...(curl === undefined ? [] : ['', printableText(curl, 2 * LINE_LENGTH)]),
  ];
}

function logLines(title: string, log: string | undefined): readonly string[] {
  return log === undefined ? [] : ['', `${title}:`, ...log.split('\n').map((line) => `  ${printableText(line)}`)];
}
