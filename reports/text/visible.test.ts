import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../contract/fixtures/any-character.js';
import { visible } from '../../contract/json/visible.js';
import { cutText, visibleLines } from './visible.js';

describe('visible', () => {
  it.each([
    ['visible text', 'Größe 日本 🎉', 'Größe 日本 🎉'],
    ['an ANSI escape sequence', '\u001b[31mred', String.raw`\u001b[31mred`],
    ['the control characters CSI and DEL', '\u009b2J\u007f', String.raw`\u009b2J\u007f`],
    ['line breaks and tabs', 'a\r\n\tb', String.raw`a\r\n\tb`],
    ['line separators of Unicode', 'a\u2028b\u2029c\u0085', String.raw`a\u2028b\u2029c\u0085`],
    ['bidi controls', '\u202eabc\u2069\u200f', String.raw`\u202eabc\u2069\u200f`],
    ['zero-width characters', 'a\u200bb\ufeff', String.raw`a\u200bb\ufeff`],
    ['lone surrogates', '\ud800 \udfff', String.raw`\ud800 \udfff`],
    ['non-characters', '\ufffe \u{1ffff}', String.raw`\ufffe \ud83f\udfff`],
    ['tag characters beyond U+FFFF', '\u{e0041}', String.raw`\udb40\udc41`],
    ['NUL', '\u0000', String.raw`\u0000`],
  ])('escapes only invisible characters: %s → $2', (_name, given, want) => {
    expect(visible(given)).toBe(want);
  });

  it('visible is idempotent', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => visible(visible(text)) === visible(text)));
  });

  it('visibleLines keeps line feeds', () => {
    expect(visibleLines('a\n\u001bb')).toBe('a\n\\u001bb');
  });
});

describe('cutText', () => {
  it.each([
    ['a short text', 'abc', 3, 'abc'],
    ['a long text', 'abcdef', 4, 'abcd…[2 more characters]'],
    ['a text with a surrogate pair at the limit', 'a🎉b', 2, 'a…[3 more characters]'],
    ['a limit of 0 characters', 'abc', 0, '…[3 more characters]'],
  ])('cuts a text at a number of characters: %s → $3', (_name, given, max, want) => {
    expect(cutText(given, max)).toBe(want);
  });
});
