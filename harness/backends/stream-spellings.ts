import type { StreamEvent } from '../../contract/wire/event-stream.js';

/** The position of an event in the event stream. */
interface EventPlace {
  readonly index: number;
  readonly isLast: boolean;
}

/**
 * One way to write an event stream. All spellings have the same meaning, except those that omit the type of an event
 * (WHATWG HTML §9.2.5).
 */
export interface Spelling {
  readonly head?: string;
  /** The media type of the reply. The default is `text/event-stream`. */
  readonly contentType?: string;
  readonly write: (event: StreamEvent, place: EventPlace) => string;
  /** Sizes of the chunks in which the body is sent. If omitted, the body is sent in one chunk. */
  readonly chunks?: (body: Uint8Array) => readonly number[];
  /**
   * The position in an event at which the first connection breaks. A negative position counts from the end of the
   * event.
   */
  readonly cutAt?: number;
  /** The number of complete events before the first connection breaks. The default is 2. */
  readonly cutAfter?: number;
  /**
   * True if only operations with a safe method get this spelling, because the client must send the same request again.
   */
  readonly isOfSafe?: true;
  /**
   * Set if the last event has a terminal type that the contract's example lacks. The number is an index into these
   * types: 0 is the first of them, 1 the second.
   */
  readonly otherEnd?: number;
  /**
   * True if the connection of the resumed stream also breaks, before its first event. The next connection is not
   * broken.
   */
  readonly isCutAgain?: true;
  /** True if the call starts with the `Last-Event-ID` of the first event. */
  readonly isContinued?: true;
  /** True if a request that resumes the broken stream gets a documented refusal. */
  readonly isRefused?: true;
}

/** All spellings of an event stream, by the name of the case that selects them. */
export const SPELLINGS: ReadonlyMap<string, Spelling> = new Map<string, Spelling>([
  ['lf', { write: lines('\n') }],
  ['crlf', { write: lines('\r\n') }],
  ['cr', { write: lines('\r') }],
  // Chunks of one byte also split multi-byte characters.
  ['split', { write: lines('\n'), chunks: (body) => Array.from(body, () => 1) }],
  ['crlf-split', { write: lines('\r\n'), chunks: (body) => cutAfter(body, 0x0d) }],
  ['mark', { head: '\uFEFF', write: lines('\n') }],
  [
    'comments',
    { head: ': hello\nretry: 20\n\n', write: (event) => `:\n: data: no\nunknown: no\n${lines('\n')(event)}:\n\n` },
  ],
  // Names of media types are case-insensitive, and a media type may have parameters (RFC 9110 §8.3.1).
  ['media-type', { write: lines('\n'), contentType: 'Text/Event-Stream;charset=UTF-8' }],
  // An `id` field that contains a NUL character is ignored (WHATWG HTML §9.2.6).
  ['identifier-nul', { write: (event) => lines('\n')(event).replace(/^event:/m, 'id: 9\0\n$&') }],
  // The last field of each name applies (WHATWG HTML §9.2.6).
  ['repeated-fields', { write: (event) => `id: 9\nevent: no\n${lines('\n')(event)}` }],
  // Names of fields are compared literally, and only an empty line ends an event (WHATWG HTML §9.2.6).
  ['other-names', { write: (event) => lines('\n')(event).replace(/^event: /m, `${OTHER_NAMES}$&`) }],
  ['line-of-blanks', { write: (event) => withinData(lines('\n')(event), ' \n\t\n') }],
  // A `retry` field that has other characters than digits is ignored (WHATWG HTML §9.2.6).
  ['retry-invalid', { head: 'retry: soon\nretry: -1\nretry: 1.5\n\n', write: lines('\n') }],
  ['bare', { write: lines('\n', ':') }],
  ['lines', { write: (event) => withinData(lines('\n')(event), '') }],
  // A line `data`, with or without a colon, is an empty line of the data (WHATWG HTML §9.2.6).
  ['empty-lines', { write: (event) => withinData(lines('\n')(event), 'data\ndata:\n') }],
  // Only the first space after the colon is removed (WHATWG HTML §9.2.6). All other spaces are part of the data.
  ['padded', { write: (event) => lines('\n')({ ...event, data: `  ${event.data} ` }) }],
  ['colonless', { head: 'foo\n\n', write: (event) => `event\nid\nretry\ndat\n${lines('\n')(event)}` }],
  // An event without a type has the type `message`, not the type of the previous event (WHATWG HTML §9.2.6).
  ['untyped', { write: untyped('') }],
  // A block that has only a type dispatches no event. Its type does not apply to the next event.
  ['untyped-after-empty', { write: untyped('event: unused\n\n') }],
  ['other-end', { write: lines('\n'), otherEnd: 0 }],
  ['other-end-2', { write: lines('\n'), otherEnd: 1 }],
  ['other-end-3', { write: lines('\n'), otherEnd: 2 }],
  // In these scripts, the stream breaks in the data, after the second event, after a comment, or before the blank line
  // that ends the third event.
  ['cut', { write: lines('\n'), cutAt: -4 }],
  ['cut-between', { write: lines('\n'), cutAt: 0 }],
  // The client has received no further event, so it must resume after the same event again.
  ['cut-again', { write: lines('\n'), cutAt: -4, isCutAgain: true }],
  // A comment is not an event, and does not change the last event id.
  ['cut-after-comment', { write: (event) => `${lines('\n')(event)}: alive\n\n`, cutAt: 0 }],
  ['cut-unended', { head: 'retry: 400\n\n', write: lines('\n'), cutAt: -1 }],
  // The client has received nothing, so it must request the stream again.
  ['cut-at-start', { head: 'retry: 20\n\n', write: lines('\n'), cutAt: -4, cutAfter: 0, isOfSafe: true }],
  // A block that has only an `id` sets the last event ID (WHATWG HTML §9.2.6). A service sends it in place of an event
  // that is not meant for this client.
  ['cut-after-position', { head: 'retry: 20\n\n', write: positioned, cutAt: 0, cutAfter: 3 }],
  // The client must resume after the last event that it received, not after the event that the caller gave.
  ['cut-continued', { write: lines('\n'), cutAt: -4, isContinued: true }],
  // A stream that cannot be resumed is incomplete, so the caller must receive the refusal.
  ['cut-refused', { write: lines('\n'), cutAt: 0, isRefused: true }],
]);

/** The spelling that most services use: one field a line, with line feeds. */
export const MINIMAL: (event: StreamEvent) => string = lines('\n');

/**
 * Lines whose names only resemble the field names of an event stream, such as `Data` for `data`. A client must ignore
 * them.
 */
const OTHER_NAMES = 'Data: no\nDATA: no\n data: no\ndata : no\n\uFEFFdata: no\nEvent: no\nID: 9\n';

/**
 * Splits the data of an event into two lines after its first brace, and adds the text `between` after the first line.
 */
function withinData(text: string, between: string): string {
  return text.replace('data: {', `data: {\n${between}data: `);
}

/**
 * Writes events in the form that most services use, except for the second event: it has no type, and the text `before`
 * precedes it. If the second event is also the last one, it keeps its type.
 */
function untyped(before: string): Spelling['write'] {
  return (event, { index, isLast }) => {
    const text = lines('\n')(event);
    return index === 1 && !isLast ? before + text.replace(/^event: .*\n/m, '') : text;
  };
}

/** Writes an event. Of the third event, writes only the `id`, unless it is the last event. */
function positioned(event: StreamEvent, { index, isLast }: EventPlace): string {
  return index === 2 && !isLast ? `id: ${event.id ?? ''}\n\n` : MINIMAL(event);
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

/** Divides a body into chunks that each end after an occurrence of `byte`. Returns their sizes. */
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
