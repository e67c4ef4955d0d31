import { expect, test } from 'vitest';
import { type StreamEvent, parseEventStream } from './event-stream.js';

// Adapted from the examples of WHATWG HTML §9.2.6, with edge cases of its grammar.
const vectors: readonly (readonly [name: string, given: string, want: readonly StreamEvent[]])[] = [
  ['lines of data are joined', 'data: a\ndata: b\ndata: 10\n\n', [{ event: 'message', data: 'a\nb\n10' }]],
  [
    'a comment is ignored; an id applies to later events, until an empty id resets it',
    ': test\n\ndata: one\nid: 1\n\ndata:two\nid\n\ndata:  three\n\n',
    [
      { id: '1', event: 'message', data: 'one' },
      { event: 'message', data: 'two' },
      { event: 'message', data: ' three' },
    ],
  ],
  [
    'a last event without a blank line is dropped',
    'data\n\ndata\ndata\n\ndata:',
    [
      { event: 'message', data: '' },
      { event: 'message', data: '\n' },
    ],
  ],
  [
    'one space after the colon is not part of the value',
    'data:x\n\ndata: x\n\n',
    [
      { event: 'message', data: 'x' },
      { event: 'message', data: 'x' },
    ],
  ],
  [
    'an event without data is dropped, and its type is reset',
    'event: a\n\ndata: x\n\n',
    [{ event: 'message', data: 'x' }],
  ],
  ['lines may end with CRLF', 'id: 1\r\nevent: a\r\ndata: x\r\n\r\n', [{ id: '1', event: 'a', data: 'x' }]],
  ['lines may end with CR', 'id: 1\revent: a\rdata: x\r\r', [{ id: '1', event: 'a', data: 'x' }]],
  ['a byte order mark is ignored', '\uFEFFdata: x\n\n', [{ event: 'message', data: 'x' }]],
  ['an id that contains NUL is ignored', 'id: a\0b\ndata: x\n\n', [{ event: 'message', data: 'x' }]],
  [
    'unknown fields and the field retry are ignored',
    'retry: 10\nfoo: bar\ndata: x\n\n',
    [{ event: 'message', data: 'x' }],
  ],
  ['characters of several bytes are decoded', 'data: é☃𝄞\n\n', [{ event: 'message', data: 'é☃𝄞' }]],
];

test.each(vectors)('a stream is parsed into its events: %s', (_, given, want) => {
  expect(parseEventStream(new TextEncoder().encode(given))).toEqual(want);
});

test('a resumed stream starts with the last identifier of the previous one', () => {
  expect(parseEventStream(new TextEncoder().encode('data: x\n\n'), '7')).toEqual([
    { id: '7', event: 'message', data: 'x' },
  ]);
});
