import type { StreamEvent } from '../../contract/wire/event-stream.js';

/** The position of an event in the reply. */
interface EventPlace {
  readonly index: number;
  readonly isLast: boolean;
}

/**
 * One way to write a stream of events. All spellings but the untyped ones have the same meaning (WHATWG HTML §9.2.5).
 */
export interface Spelling {
  readonly head?: string;
  readonly write: (event: StreamEvent, place: EventPlace) => string;
  /** Sizes of the chunks to send; without it, the body is sent at once. */
  readonly chunks?: (body: Uint8Array) => readonly number[];
  /** The connection of the first request breaks in the third event, at this place of its text. A negative place counts from the end. */
  readonly cutAt?: number;
  /** The call itself has a `Last-Event-ID`, that of the first event. */
  readonly isContinued?: true;
}

/** Spellings by the name of the case. */
export const SPELLINGS: ReadonlyMap<string, Spelling> = new Map<string, Spelling>([
  ['lf', { write: lines('\n') }],
  ['crlf', { write: lines('\r\n') }],
  ['cr', { write: lines('\r') }],
  // Splits characters of several bytes, too.
  ['split', { write: lines('\n'), chunks: (body) => Array.from(body, () => 1) }],
  ['crlf-split', { write: lines('\r\n'), chunks: (body) => cutAfter(body, 0x0d) }],
  ['mark', { head: '\uFEFF', write: lines('\n') }],
  [
    'comments',
    { head: ': hello\nretry: 20\n\n', write: (event) => `:\n: data: no\nunknown: no\n${lines('\n')(event)}:\n\n` },
  ],
  ['bare', { write: lines('\n', ':') }],
  ['lines', { write: (event) => lines('\n')(event).replace('data: {', 'data: {\ndata: ') }],
  ['colonless', { head: 'foo\n\n', write: (event) => `event\nid\nretry\ndat\n${lines('\n')(event)}` }],
  // The second event has no type, so its type is `message`, not that of the event before it (§9.2.6).
  ['untyped', { write: untyped('') }],
  // A type without data dispatches nothing, and is not that of the next event either.
  ['untyped-after-empty', { write: untyped('event: unused\n\n') }],
  // Within the data, directly after the second event, after a comment, and before the blank line that ends the third.
  ['cut', { write: lines('\n'), cutAt: -4 }],
  ['cut-between', { write: lines('\n'), cutAt: 0 }],
  // A comment keeps the connection open: its block has no event, and leaves the last identifier as it is.
  ['cut-after-comment', { write: (event) => `${lines('\n')(event)}: alive\n\n`, cutAt: 0 }],
  ['cut-unended', { head: 'retry: 400\n\n', write: lines('\n'), cutAt: -1 }],
  // The last received event counts, and not the one that the caller named.
  ['cut-continued', { write: lines('\n'), cutAt: -4, isContinued: true }],
]);

/** The most common spelling. */
export const MINIMAL: (event: StreamEvent) => string = lines('\n');

/** The second event without its type, unless it is the last one, after that text. */
function untyped(before: string): Spelling['write'] {
  return (event, { index, isLast }) => {
    const text = lines('\n')(event);
    return index === 1 && !isLast ? before + text.replace(/^event: .*\n/m, '') : text;
  };
}

function lines(end: string, colon = ': '): (event: StreamEvent) => string {
  return ({ id, event, data }) => {
    const fields = [
      ...(id === undefined ? [] : [['id', id]]),
      ['event', event],
      ...data.split('\n').map((line) => ['data', line]),
    ];
    return fields.map(([name, value]) => `${name}${colon}${value}${end}`).join('') + end;
  };
}

/** Sizes of the chunks that each end after an occurrence of the byte. */
function cutAfter(body: Uint8Array, byte: number): readonly number[] {
  const sizes: number[] = [];
  let start = 0;
  for (const [index, each] of body.entries()) {
    if (each !== byte) continue;
    sizes.push(index + 1 - start);
    start = index + 1;
  }
  return sizes;
}
