/**
 * Whether a text changed because its UTF-8 was read or written in a different encoding (RFC 8259 §8.1: JSON between
 * systems is UTF-8). These encodings are recognised: Latin-1, Windows-1252, chunks that split a character (U+FFFD), the
 * low byte of each UTF-16 unit, and percent-encoded Latin-1, which cannot be decoded as UTF-8. ASCII, Latin-1 and UCS-2
 * are also recognised if they have `?` in place of other characters.
 */
export function isMisDecoded(text: string, became: string): boolean {
  if (!NON_ASCII.test(text) || text === became) return false;
  if (became.includes('\uFFFD') && !text.includes('\uFFFD')) return true;
  const bytes = Buffer.from(text);
  return (
    bytes.toString('latin1') === became ||
    asWindows1252(bytes) === became ||
    asLowBytes(text) === became ||
    isPercentEncodedLatin1(text, became) ||
    UNKNOWN.some((characters) => text.replace(characters, '?') === became)
  );
}

/**
 * The characters that ASCII, Latin-1 or UCS-2 does not have, once as UTF-16 units and once as whole characters. Encoders
 * write `?` in their place.
 */
const UNKNOWN: readonly RegExp[] = [
  /[^\0-\x7F]/g,
  /[^\0-\x7F]/gu,
  /[^\0-\xFF]/g,
  /[^\0-\xFF]/gu,
  /[\uD800-\uDFFF]/g,
  /[\u{10000}-\u{10FFFF}]/gu,
];
const NON_ASCII = /[^\0-\x7F]/;
/**
 * The characters of Windows-1252 from 0x80 to 0x9F, where it differs from Latin-1 (WHATWG Encoding, index
 * windows-1252). A table is needed, because the decoders of some Node builds treat both encodings as equal.
 */
const FROM_0X80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

function asWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9F]/g, (unit) => FROM_0X80[unit.charCodeAt(0) - 0x80] ?? unit);
}

/** The text after Node wrote it as Latin-1. Only the low byte of each UTF-16 unit is kept. */
function asLowBytes(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** Whether a percent-encoded text was not decoded because its bytes are not UTF-8. */
function isPercentEncodedLatin1(text: string, became: string): boolean {
  const decoded = became.replace(/%([\da-f]{2})/gi, (_, byte: string) => String.fromCharCode(parseInt(byte, 16)));
  return decoded !== became && decoded === text.replace(/[^\0-\xFF]/gu, '?');
}
