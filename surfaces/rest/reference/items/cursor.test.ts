import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.js';

describe('encodeCursor and decodeCursor', () => {
  it('every sequence number can be encoded and decoded', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 48 - 1 }),
        (sequence) => decodeCursor(encodeCursor(sequence)) === sequence,
      ),
    );
  });

  it('a string that is not a cursor is refused', () => {
    fc.assert(fc.property(fc.string(), (text) => decodeCursor(text) === undefined));
  });

  it.each([
    ['padding', (cursor: string) => `${cursor}=`],
    ['an additional space', (cursor: string) => `${cursor.slice(0, 4)} ${cursor.slice(4)}`],
    ['a different character', (cursor: string) => `${cursor.slice(0, 7)}B${cursor.slice(8)}`],
    ['a different letter case', (cursor: string) => cursor.toLowerCase()],
  ])('a valid cursor that is changed by %s is refused', (_name, spoil) => {
    expect(decodeCursor(spoil(encodeCursor(7)))).toBeUndefined();
  });
});
