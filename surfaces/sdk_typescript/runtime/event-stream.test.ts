import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lawRuns } from '../../../contract/fixtures/law-runs.js';
import { parseEventStream } from '../../../contract/wire/event-stream.js';
import { EventStreamParser, type ServerEvent } from './event-stream.js';

const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
const text = fc.string({ unit: fc.constantFrom('a', ' ', ':', 'é', '☃', '𝄞', '\u2028'), maxLength: 6 });
const line = fc.oneof(
  fc
    .tuple(fc.constantFrom('data', 'event', 'id', 'retry', 'other', ''), fc.constantFrom(': ', ':'), text)
    .map((parts) => parts.join('')),
  fc.constantFrom('', 'data', 'id', 'id: a\0b', 'retry: 20'),
);
const stream = fc
  .tuple(fc.constantFrom('', '\uFEFF'), fc.array(fc.tuple(line, lineEnd), { maxLength: 16 }))
  .map(([mark, lines]) => new TextEncoder().encode(mark + lines.flat().join('')));

function parsed(chunks: readonly Uint8Array[]): readonly ServerEvent[] {
  const parser = new EventStreamParser();
  return chunks.flatMap((chunk) => parser.push(chunk));
}

test('for chunks of any size, the parser returns the same events as the parser of the harness', () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat(200), { maxLength: 8 }), (body, cuts) => {
      const places = [0, ...cuts.map((cut) => Math.min(cut, body.length)).toSorted((a, b) => a - b), body.length];
      const chunks = places.slice(1).map((end, index) => body.subarray(places[index], end));
      expect(parsed(chunks)).toEqual(parseEventStream(body));
      expect(parsed(Array.from(body, (_, index) => body.subarray(index, index + 1)))).toEqual(parseEventStream(body));
    }),
    { numRuns: lawRuns(100, 5000) },
  );
});

test('an event id takes effect only after its event is complete', () => {
  const parser = new EventStreamParser('7');
  expect(parser.lastId).toBe('7');
  parser.push(Buffer.from('id: 8\ndata: x\n'));
  expect(parser.lastId).toBe('7');
  parser.push(Buffer.from('\n'));
  expect(parser.lastId).toBe('8');
});

test.each([
  ['a line', `data: ${'x'.repeat(5_000_000)}`],
  ['an event', `data: ${'x'.repeat(1000)}\n`.repeat(5000)],
])('endless input is refused: %s', (_, given) => {
  expect(() => new EventStreamParser().push(Buffer.from(given))).toThrow(RangeError);
});

test('an event is returned as soon as the empty line after it arrives', () => {
  const parser = new EventStreamParser();
  expect(parser.push(Buffer.from('retry: 5\r\ndata: x\r\n\r'))).toEqual([{ event: 'message', data: 'x' }]);
  expect(parser.push(Buffer.from('\ndata: y\r\n\r\n'))).toEqual([{ event: 'message', data: 'y' }]);
  expect(parser.retryMs).toBe(5);
});
