/**
 * Characters that must not reach a terminal, a page or a log unescaped: controls (ANSI escapes begin with one), format
 * characters (bidi overrides, zero width), lone surrogates, private use and non-characters, and the line breaks of
 * Unicode.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}]/gu;

const SHORT = new Map([
  ['\n', String.raw`\n`],
  ['\r', String.raw`\r`],
  ['\t', String.raw`\t`],
]);

/** `text` on one line, with invisible and active characters escaped as in JSON: `\n`, `\u001b`, `\u202e`. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => SHORT.get(character) ?? escapeUnits(character));
}

/**
 * The escape of a character. JSON has only UTF-16 escapes (RFC 8259 §7), so a character beyond the first plane takes
 * two.
 */
function escapeUnits(character: string): string {
  let escaped = '';
  for (let index = 0; index < character.length; index += 1) {
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}
