import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.js';

describe('cursor', () => {
  it('reads back every sequence number', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 48 - 1 }),
        (sequence) => decodeCursor(encodeCursor(sequence)) === sequence,
      ),
    );
  });

  it('refuses any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => decodeCursor(text) === undefined));
  });

  it.each([
    ['padding', (cursor: string) => `${cursor}=`],
    ['a stray character', (cursor: string) => `${cursor.slice(0, 4)} ${cursor.slice(4)}`],
    ['another place', (cursor: string) => `${cursor.slice(0, 7)}B${cursor.slice(8)}`],
    ['another case', (cursor: string) => cursor.toLowerCase()],
  ])('refuses a valid cursor changed by %s', (_name, spoil) => {
    expect(decodeCursor(spoil(encodeCursor(7)))).toBeUndefined();
  });
});
