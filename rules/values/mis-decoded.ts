/**
 * Whether a text was changed by a wrong character encoding: its UTF-8 was read or written as something else (RFC 8259
 * §8.1: JSON between systems is UTF-8). These changes are recognised:
 * - The text was read as Latin-1 or Windows-1252, or in chunks that split a character (U+FFFD).
 * - Only the low byte of each UTF-16 unit was written.
 * - It was percent-encoded as Latin-1, so that it cannot be decoded as UTF-8.
 * - `?` replaces the characters that ASCII, Latin-1 or UCS-2 does not have.
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
 * Match the characters that ASCII, Latin-1 or UCS-2 does not have, and for which encoders write `?`. Each pattern
 * exists twice: for UTF-16 units, and for whole characters.
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
 * windows-1252). A table is needed, because some builds of Node decode Windows-1252 as Latin-1.
 */
const FROM_0X80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

function asWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9F]/g, (unit) => FROM_0X80[unit.charCodeAt(0) - 0x80] ?? unit);
}

/** The text after Node wrote it as Latin-1, which keeps only the low byte of each UTF-16 unit. */
function asLowBytes(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** Whether a percent-encoded text (`became`) stayed encoded, because its bytes are Latin-1 and not UTF-8. */
function isPercentEncodedLatin1(text: string, became: string): boolean {
  const decoded = became.replace(/%([\da-f]{2})/gi, (_, byte: string) => String.fromCharCode(parseInt(byte, 16)));
  return decoded !== became && decoded === text.replace(/[^\0-\xFF]/gu, '?');
}
