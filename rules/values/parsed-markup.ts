/**
 * Whether a text was parsed as HTML on its way to the caller: its tags are lost, and its character references, such as
 * `&amp;`, are decoded.
 */
export function isParsedMarkup(text: string, became: string): boolean {
  if (text === became || !/<[a-z/!]|&[a-z#]/i.test(text)) return false;
  const withoutTags = text.replaceAll(TAG, '');
  return [withoutTags, text.replaceAll(SCRIPT, '').replaceAll(TAG, '')].some((left) => decoded(left) === became);
}

const SCRIPT = /<(script|style)\b[^>]*>.*?<\/\1\s*>/gis;
const TAG = /<\/?[a-z][^>]*>|<!--.*?-->/gis;
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:([a-z]+)|#(\d{1,6})|#x([\da-f]{1,5}));/gi,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return Object.hasOwn(CHARACTERS, name) ? (CHARACTERS[name] ?? whole) : whole;
      const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      // A number that is not a code point becomes U+FFFD (WHATWG HTML §13.2.5.80).
      return String.fromCodePoint(code > 0x10ffff ? 0xfffd : code);
    },
  );
}
