/**
 * Whether a text became another because its UTF-8 was read, or written, as something else: as Latin-1 or Windows-1252, by pieces
 * that cut a character (U+FFFD), or as ASCII (`?`). RFC 8259 §8.1: JSON between systems is UTF-8.
 */
export function isMisDecoded(text: string, became: string): boolean {
  if (!NON_ASCII.test(text) || text === became) return false;
  if (became.includes('\uFFFD') && !text.includes('\uFFFD')) return true;
  const bytes = Buffer.from(text);
  return (
    bytes.toString('latin1') === became ||
    asWindows1252(bytes) === became ||
    text.replace(/[^\0-\x7F]/g, '?') === became ||
    text.replace(/[^\0-\x7F]/gu, '?') === became
  );
}

const NON_ASCII = /[^\0-\x7F]/;
/** Where it is not Latin-1: 0x80 to 0x9F (WHATWG Encoding, index windows-1252). Not each Node's own decoder knows the difference. */
const FROM_0X80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

function asWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9F]/g, (unit) => FROM_0X80[unit.charCodeAt(0) - 0x80] ?? unit);
}
