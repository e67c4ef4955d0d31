import type { ShownCall, ShownExchange, ShownMessage } from '../../rules/proof.js';
import { commonLines } from './common-lines.js';
import { jsonLines } from './json-layout.js';

/**
 * A part of a call, as lines: a request, a reply, or what the caller received (the outcome). Every output format
 * renders calls from these blocks.
 */
export interface CallBlock {
  readonly kind: 'request' | 'reply' | 'outcome';
  /**
   * The first line of the block: the request line, the status of the reply, or the outcome that the caller received.
   */
  readonly head: BlockLine;
  readonly headers: readonly BlockLine[];
  /**
   * The names of the headers that are not shown, because clients and servers set them in the same way for every case.
   */
  readonly omitted: readonly string[];
  readonly body: readonly BlockLine[];
}

export interface BlockLine {
  readonly text: string;
  /** True if the compared call lacks the line. */
  readonly differs: boolean;
}

export interface ComparedCalls {
  readonly own: readonly CallBlock[];
  /** The blocks of the same case on the other surface (the sibling). Empty if there is no other surface. */
  readonly sibling: readonly CallBlock[];
}

/**
 * The blocks of a call on one surface, compared with those of the same case on another surface (the sibling). Lines
 * that differ are marked. Replies and outcomes are compared only if the requests are equal, because different requests
 * may have different replies.
 */
export function comparedCalls(call: ShownCall, sibling?: ShownCall): ComparedCalls {
  const [own, other] = [blocksOf(call), sibling === undefined ? [] : blocksOf(sibling)];
  if (sibling === undefined) return { own, sibling: other };
  const kinds: readonly CallBlock['kind'][] = ['request', 'reply', 'outcome'];
  const first = kinds.find(
    (kind) =>
      !alike(
        own.filter((block) => block.kind === kind),
        other.filter((block) => block.kind === kind),
      ),
  );
  const compared = (kind: CallBlock['kind']): boolean => first === kind || (first === 'reply' && kind === 'outcome');
  return { own: marked(own, other, compared), sibling: marked(other, own, compared) };
}

function blocksOf({ exchanges, outcome }: ShownCall): readonly CallBlock[] {
  return [...exchanges.flatMap(exchangeBlocks), outcomeBlock(outcome)];
}

/** Splits an outcome such as `value, status 200: {…}` into the part before the JSON and the JSON. */
function outcomeBlock(outcome: string): CallBlock {
  const [, signals, content = ''] = /^([^:]*): ([[{"][^]*)$/.exec(outcome) ?? [];
  const body = jsonLines(content);
  const isLaidOut = signals !== undefined && body.join('') !== content;
  return {
    kind: 'outcome',
    head: line(isLaidOut ? signals : outcome),
    headers: [],
    omitted: [],
    body: isLaidOut ? body.map(line) : [],
  };
}

function exchangeBlocks({ request, response }: ShownExchange): readonly CallBlock[] {
  const sent: CallBlock = {
    kind: 'request',
    head: line(`${request.method} ${request.target}`),
    ...messageLines(request),
  };
  const received: CallBlock =
    'reason' in response
      ? { kind: 'reply', head: line(`no reply: ${response.reason}`), headers: [], omitted: [], body: [] }
      : { kind: 'reply', head: line(String(response.status)), ...messageLines(response) };
  return [sent, received];
}

/** Matches headers that clients and servers set in the same way for every case. */
const OMITTED =
  /^(?:accept(?:-encoding|-language)?|cache-control|connection|content-length|date|host|keep-alive|origin|pragma|priority|referer|sec-.*|te|transfer-encoding|user-agent)$/i;

function messageLines({
  headers,
  body,
  encoding,
  bytes,
}: ShownMessage): Pick<CallBlock, 'headers' | 'omitted' | 'body'> {
  const size = bytes === undefined ? [] : [line(`(${bytes} bytes in all)`)];
  const text = body === undefined ? [] : encoding === 'hex' ? [`(bytes in hexadecimal) ${body}`] : jsonLines(body);
  return {
    headers: headers.filter(([name]) => !OMITTED.test(name)).map(([name, value]) => line(`${name}: ${value}`)),
    omitted: headers.filter(([name]) => OMITTED.test(name)).map(([name]) => name.toLowerCase()),
    body: [...text.map(line), ...size],
  };
}

function line(text: string): BlockLine {
  return { text, differs: false };
}

function alike(own: readonly CallBlock[], other: readonly CallBlock[]): boolean {
  return (
    own.length === other.length &&
    own.every((block, index) => sameHead(block, other[index]) && keyOf(block) === keyOf(other[index]))
  );
}

/**
 * Whether the first lines of two blocks agree. Requests and replies must have equal lines. Outcomes may have different
 * texts, but both must be values, or both problems. If both state a status, it must be the same.
 */
function sameHead(block: CallBlock, other: CallBlock | undefined): boolean {
  if (other === undefined) return false;
  const [own, theirs] = [block.head.text, other.head.text];
  if (block.kind !== 'outcome' || own === theirs) return own === theirs;
  const [ownStatus, theirStatus] = [own, theirs].map((text) => /^\w+, status (\d+)/.exec(text)?.[1]);
  const isSameStatus = ownStatus === undefined || theirStatus === undefined || ownStatus === theirStatus;
  return isSameStatus && /^(?:value|problem)\b/.test(own) && kindOf(own) === kindOf(theirs);
}

function kindOf(outcome: string): string {
  return /^\w+/.exec(outcome)?.[0] ?? '';
}

function keyOf(block: CallBlock | undefined): string {
  return JSON.stringify(
    block && [
      block.kind === 'outcome' ? '' : block.head.text,
      block.headers.map(headerKey).toSorted(),
      block.body.map(({ text }) => text),
    ],
  );
}

/** A header with its name in lower case, because header names are case-insensitive (RFC 9110 §5.1). */
function headerKey({ text }: BlockLine): string {
  const colon = text.indexOf(':');
  return text.slice(0, colon).toLowerCase() + text.slice(colon);
}

/**
 * Compares each block of a call with the block of the other call at the same index, and marks lines that differ. If the
 * other call has no such block, all lines are marked.
 */
function marked(
  blocks: readonly CallBlock[],
  others: readonly CallBlock[],
  compared: (kind: CallBlock['kind']) => boolean,
): readonly CallBlock[] {
  const counts = new Map<CallBlock['kind'], number>();
  return blocks.map((block) => {
    const place = counts.get(block.kind) ?? 0;
    counts.set(block.kind, place + 1);
    const other = others.filter(({ kind }) => kind === block.kind)[place];
    return compared(block.kind) ? markedBlock(block, other) : block;
  });
}

function markedBlock(block: CallBlock, other: CallBlock | undefined): CallBlock {
  const known = new Set(other?.headers.map(headerKey));
  const common = commonLines(
    block.body.map(({ text }) => text),
    other?.body.map(({ text }) => text) ?? [],
  ).left;
  return {
    ...block,
    head: { ...block.head, differs: other === undefined || !sameHead(block, other) },
    headers: block.headers.map((header) => ({ ...header, differs: !known.has(headerKey(header)) })),
    // A line that contains only a bracket is never marked as different.
    body: block.body.map((each, index) => ({
      ...each,
      differs: common?.has(index) !== true && !/^\s*[[\]{}],?$/.test(each.text),
    })),
  };
}
