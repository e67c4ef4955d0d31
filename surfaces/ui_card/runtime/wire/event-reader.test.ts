import { expect, test } from 'vitest';
import { type CardEvent, EventReader } from './event-reader.js';

const STREAM = ': hello\nid: 1\nevent: a\ndata: é日\ndata:  x\n\nid: 2\ndata\n\nevent: unfinished\ndata: y\n';
const EVENTS: readonly CardEvent[] = [
  { id: '1', event: 'a', data: 'é日\n x' },
  { id: '2', event: 'message', data: '' },
];

test.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('events are read from lines that end with %s, in any chunks', (_, end) => {
  const bytes = new TextEncoder().encode(STREAM.replaceAll('\n', end));
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const reader = new EventReader();
    const events: CardEvent[] = [];
    for (let start = 0; start < bytes.length; start += size)
      events.push(...reader.read(bytes.subarray(start, start + size)));
    events.push(...reader.end());
    expect(events).toEqual(EVENTS);
    expect(reader.lastId).toBe('2');
  }
});

test('an event id takes effect when its event is complete, and applies to later events', () => {
  const reader = new EventReader('6');
  expect(reader.read(new TextEncoder().encode('data: x\n\nid: 7\ndata: y\n'))).toEqual([
    { id: '6', event: 'message', data: 'x' },
  ]);
  expect(reader.lastId).toBe('6');
});
