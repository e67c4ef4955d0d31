import { isMisDecoded } from './mis-decoded.js';
import { type ValueRelation, isText, ofText } from './relation-kinds.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function entities(text: string, escaped: string): string {
  return text.replaceAll(/[&<>"']/g, (character) =>
    escaped.includes(character) ? (ENTITIES[character] ?? character) : character,
  );
}

function unescaped(text: string): string {
  const characters = new Map(Object.entries(ENTITIES).map(([character, entity]) => [entity, character]));
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters.get(entity) ?? entity);
}

/**
 * The text in percent-encoding. Unlike `encodeURIComponent`, it accepts a lone surrogate: the text is first converted
 * to UTF-8 bytes.
 */
function percentEncoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A decimal number, given as a text, after a computation in binary floating point: multiplied by a power of ten, made a
 * whole number by `rounded`, and divided again, as if an amount of money were converted to cents. Its last digits may
 * then be wrong.
 */
function throughBinary(text: string, rounded: (value: number) => number, whole: (value: number) => number): string {
  const [, fraction] = /^-?\d{1,15}\.(\d{1,6})$/.exec(text) ?? [];
  if (fraction === undefined) return text;
  const factor = 10 ** fraction.length;
  return (whole(rounded(Number(text)) * factor) / factor).toFixed(fraction.length);
}

function beyondFirstPlane(text: string, replaced: (code: number) => string): string {
  return text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, (character) => replaced(character.codePointAt(0) ?? 0));
}

/**
 * The text that a JSON parser reads from `\\u` and all hex digits of a code point. Only the first four digits belong to
 * the escape.
 */
function fourDigits(code: number): string {
  const digits = code.toString(16);
  return String.fromCharCode(Number.parseInt(digits.slice(0, 4), 16)) + digits.slice(4);
}

function toDouble(value: number): number {
  return value;
}

export const TEXTS: readonly ValueRelation[] = [
  ofText(
    'trimmed',
    'text is trimmed',
    (text) => text.trim(),
    (text) => text.trimStart(),
    (text) => text.trimEnd(),
  ),
  ofText(
    'collapsed',
    'white space is collapsed',
    (text) => text.replaceAll(/\s+/g, ' '),
    (text) => text.replaceAll(/\s+/g, ' ').trim(),
  ),
  // A page without `white-space: pre` shows text in this way (CSS Text 3 §4.1.1). It keeps other characters of white
  // space.
  ofText('blanks-collapsed', 'several blanks become one blank', (text) => text.replaceAll(/ {2,}/g, ' ')),
  ofText('lower-case', 'text becomes lower case', (text) => text.toLowerCase()),
  ofText('upper-case', 'text becomes upper case', (text) => text.toUpperCase()),
  ofText('capitalised', 'text is capitalised', (text) => text.charAt(0).toUpperCase() + text.slice(1)),
  ofText(
    'normalised',
    'Unicode is normalised',
    ...(['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => (text: string) => text.normalize(form)),
  ),
  // One relation for each set of characters that encoders usually escape.
  ...['&<>"\'', '&<>"', '&<>', '<>', '&<', '<'].map((escaped) =>
    ofText(`html-escaped ${escaped}`, 'text is escaped for HTML', (text) => entities(text, escaped)),
  ),
  ofText('html-unescaped', 'HTML entities in text are decoded', unescaped),
  ofText(
    'backslash-escaped',
    'text is escaped with backslashes',
    (text) => JSON.stringify(text).slice(1, -1),
    (text) => text.replaceAll(/['"\\]/g, '\\$&'),
  ),
  ofText(
    'percent-encoded',
    'text is percent-encoded once too often',
    percentEncoded,
    (text) => encodeURI(Buffer.from(text).toString()),
    (text) => text.replaceAll('%', '%25'),
  ),
  ofText('percent-decoded', 'text is percent-decoded once too often', percentDecoded, (text) =>
    percentDecoded(text.replaceAll('+', ' ')),
  ),
  ofText('plus-as-space', 'a plus sign becomes a space', (text) => text.replaceAll('+', ' ')),
  ofText('space-as-plus', 'a space becomes a plus sign', (text) => text.replaceAll(' ', '+')),
  {
    name: 'mis-decoded',
    words: 'text is converted through a wrong character encoding',
    holds: (expected, received) => isText(expected) && isText(received) && isMisDecoded(expected, received),
    changes: (value) => isText(value) && /[^\0-\x7F]/.test(value),
  },
  ofText('non-ascii-removed', 'characters outside ASCII are removed', (text) => text.replaceAll(/[^\0-\x7F]/g, '')),
  ofText(
    'control-removed',
    'control characters are removed',
    (text) => text.replaceAll(/\p{Cc}/gu, ''),
    (text) => text.replaceAll('\0', ''),
  ),
  // Joiners, direction marks and byte order marks (Unicode §23.2): they have no glyph of their own.
  ofText(
    'format-removed',
    'format characters are removed',
    (text) => text.replaceAll(/\p{Cf}/gu, ''),
    (text) => text.replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g, ''),
    (text) => text.replaceAll(/[\u200B-\u200D\uFEFF]/g, ''),
  ),
  ofText(
    'beyond-first-plane',
    'characters beyond U+FFFF are lost or changed',
    ...['', '?', '\uFFFD', '??', '\uFFFD\uFFFD'].map((sign) => (text: string) => beyondFirstPlane(text, () => sign)),
    (text) => beyondFirstPlane(text, (code) => String.fromCharCode(code)),
    (text) => beyondFirstPlane(text, fourDigits),
  ),
  ofText(
    'markup-removed',
    'markup is removed from text',
    (text) => text.replaceAll(/<[^>]*>/g, ''),
    (text) => text.replaceAll(/<\/?[a-z][^>]*>/gi, ''),
    (text) => text.replaceAll(/[<>]/g, ''),
    (text) => text.replaceAll(/[<>&]/g, ''),
  ),
  ofText(
    'characters-doubled',
    'characters with a special meaning are doubled',
    ...["'", '"', '%', '$', '{', '}', '&', '#', '`', '_'].map(
      (sign) => (text: string) => text.replaceAll(sign, () => sign + sign),
    ),
    (text) => text.replaceAll(/[{}]/g, (sign) => sign + sign),
  ),
  ofText(
    'line-ends',
    'line ends are changed',
    (text) => text.replaceAll(/\r\n?/g, '\n'),
    (text) => text.replaceAll(/\r?\n/g, '\r\n'),
    (text) => text.replaceAll(/[\r\n]+/g, ' '),
    (text) => text.replaceAll(/[\r\n]+/g, ''),
    (text) => text.replaceAll('\n', ''),
  ),
  // Unicode §5.8 calls these two characters line and paragraph separators. JavaScript before 2019 ended lines at them.
  ofText(
    'line-separators',
    'line separators (U+2028, U+2029) are changed',
    (text) => text.replaceAll(/[\u2028\u2029]/g, ''),
    (text) => text.replaceAll(/[\u2028\u2029]/g, ' '),
    (text) => text.replaceAll(/[\u2028\u2029]/g, '\n'),
  ),
  ofText('cut-at-nul', 'text ends at a NUL character', (text) => text.split('\0', 1)[0] ?? ''),
  ofText('emptied', 'text is emptied', () => ''),
  ofText('binary-decimal 64', 'decimal numbers in text lose precision in binary floating-point arithmetic', (text) =>
    throughBinary(text, toDouble, Math.trunc),
  ),
  ofText('binary-decimal 32', 'decimal numbers in text lose precision in binary floating-point arithmetic', (text) =>
    throughBinary(text, Math.fround, Math.trunc),
  ),
  ofText('rounded-decimal 32', 'decimal numbers in text lose precision in binary floating-point arithmetic', (text) =>
    throughBinary(text, Math.fround, Math.round),
  ),
];
