import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth, fitWidth, wrapText } from './display-width.js';

describe('displayWidth', () => {
  it.each([
    ['Latin letters', 'abc', 3],
    ['wide characters', '日本語', 6],
    ['full-width letters', 'ＡＢ', 4],
    ['Hangul syllables', '한글', 4],
    ['a combining mark', 'e\u0301', 1],
    ['an emoji', '🎉', 2],
    ['the symbols of our own reports', '§±·×–—‘’“”…←→≈■✓✗', 17],
    ['symbols of our own reports beside wide characters', '✓✗日', 4],
    ['a wide character beyond U+FFFF', '𠀀', 2],
  ])('counts the columns of text: %s → $2', (_name, given, want) => {
    expect(displayWidth(given)).toBe(want);
  });
});

describe('fitWidth', () => {
  it.each([
    ['fills a short text with spaces', 'ab', 4, 'ab  '],
    ['truncates a long text with an ellipsis', 'abcdef', 4, 'abc…'],
    ['does not truncate within a wide character', '日本語', 4, '日… '],
  ])('%s', (_name, given, width, want) => {
    expect(fitWidth(given, width)).toBe(want);
  });

  it('returns text of exactly the requested width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, width) => {
        expect(displayWidth(fitWidth(text, width))).toBe(width);
      }),
    );
  });
});

describe('wrapText', () => {
  it.each([
    ['a text that fits', 'one two', 10, ['one two']],
    ['a text that does not fit', 'one two three', 8, ['one two', 'three']],
    [
      'a word that is longer than a line stays whole',
      'see contract/item-service.yaml now',
      8,
      ['see', 'contract/item-service.yaml', 'now'],
    ],
  ])('breaks lines between words: %s → $3', (_name, given, width, want) => {
    expect(wrapText(given, width)).toStrictEqual(want);
  });

  it('keeps all words of any text', () => {
    const words = fc.array(
      fc.string({ minLength: 1 }).filter((word) => !word.includes(' ')),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(words, fc.nat(40), (given, width) => wrapText(given.join(' '), width).join(' ') === given.join(' ')),
    );
  });
});
