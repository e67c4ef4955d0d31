import type { StreamEvent } from '../../contract/wire/event-stream.js';

/** The position of an event in the reply. */
interface EventPlace {
  readonly index: number;
  readonly isLast: boolean;
}

/**
 * One way to write a stream of events. All spellings except the untyped ones have the same meaning (WHATWG HTML
 * §9.2.5).
 */
export interface Spelling {
  readonly head?: string;
  /** The media type of the reply, if it is not `text/event-stream`. */
  readonly contentType?: string;
  readonly write: (event: StreamEvent, place: EventPlace) => string;
  /** Sizes of the sent chunks. If omitted, the body is sent in one part. */
  readonly chunks?: (body: Uint8Array) => readonly number[];
  /** The position in the third event at which the first connection breaks. A negative position counts from the end. */
  readonly cutAt?: number;
  /** The call has the `Last-Event-ID` of the first event. */
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
  // RFC 9110 §8.3.1: names of types are case-insensitive, and a type may have parameters.
  ['media-type', { write: lines('\n'), contentType: 'Text/Event-Stream;charset=UTF-8' }],
  // An identifier with a NUL is ignored (§9.2.6).
  ['identifier-nul', { write: (event) => lines('\n')(event).replace(/^event:/m, 'id: 9\0\n$&') }],
  ['bare', { write: lines('\n', ':') }],
  ['lines', { write: (event) => lines('\n')(event).replace('data: {', 'data: {\ndata: ') }],
  // Only the first space after the colon is removed (§9.2.6). All other spaces are part of the data.
  ['padded', { write: (event) => lines('\n')({ ...event, data: `  ${event.data} ` }) }],
  ['colonless', { head: 'foo\n\n', write: (event) => `event\nid\nretry\ndat\n${lines('\n')(event)}` }],
  // The second event has no type, so its type is `message` and not the type of the first event (§9.2.6).
  ['untyped', { write: untyped('') }],
  // A block with only a type dispatches no event, and its type does not apply to the next one.
  ['untyped-after-empty', { write: untyped('event: unused\n\n') }],
  // Streams that break: in the data, after the second event, after a comment, and before the blank line that ends the
  // third event.
  ['cut', { write: lines('\n'), cutAt: -4 }],
  ['cut-between', { write: lines('\n'), cutAt: 0 }],
  // A comment is no event, and does not change the last event id.
  ['cut-after-comment', { write: (event) => `${lines('\n')(event)}: alive\n\n`, cutAt: 0 }],
  ['cut-unended', { head: 'retry: 400\n\n', write: lines('\n'), cutAt: -1 }],
  // The client must resume after the last received event, not after the event that the caller named.
  ['cut-continued', { write: lines('\n'), cutAt: -4, isContinued: true }],
]);

/** The most common spelling. */
export const MINIMAL: (event: StreamEvent) => string = lines('\n');

/** Writes the second event without its type, after the text `before`. Does not change the last event. */
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

/** Chunk sizes: each chunk ends after an occurrence of the byte. */
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
