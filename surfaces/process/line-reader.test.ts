import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineReader } from './line-reader.js';

interface Reading {
  readonly lines: readonly string[];
  readonly accepted: readonly boolean[];
}

function linesOf(chunks: readonly string[], mostLength = 1_000): Reading {
  const lines: string[] = [];
  const reader = new LineReader(mostLength, (line) => lines.push(line));
  const accepted = chunks.map((chunk) => reader.push(Buffer.from(chunk)));
  return { lines, accepted };
}

test('the lines of a stream do not depend on its chunks', () => {
  const chunk = fc.string({ unit: fc.constantFrom('a', 'ü', '\n', '\r'), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(chunk), (chunks) => {
      const whole = chunks
        .join('')
        .split('\n')
        .slice(0, -1)
        .map((line) => line.replace(/\r$/, ''));
      expect(linesOf(chunks).lines).toEqual(whole);
    }),
  );
});

test('a line that is too long is discarded, and the next line is read', () => {
  expect(linesOf(['1234', '5678', '9\n', 'next\n'], 6)).toEqual({
    lines: ['9', 'next'],
    accepted: [true, false, true, true],
  });
});

test('a character that spans two chunks is decoded, and a line that is not UTF-8 is marked', () => {
  const lines: (readonly [string, boolean])[] = [];
  const reader = new LineReader(1_000, (line, isUtf8) => lines.push([line, isUtf8]));
  for (const byte of Buffer.from('ü€\uFFFD\r\n')) reader.push(Buffer.from([byte]));
  reader.push(Buffer.from('caf\xe9\n', 'latin1'));
  expect(lines).toEqual([
    ['ü€\uFFFD', true],
    ['caf\uFFFD', false],
  ]);
});
