/**
 * Characters that are escaped before they are written to a terminal, a page or a log:
 * - control characters, which can start an ANSI escape sequence;
 * - format characters, such as bidirectional overrides and zero-width characters;
 * - lone surrogates, private-use characters, noncharacters and the line breaks of Unicode.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}]/gu;

const SHORT = new Map([
  ['\n', String.raw`\n`],
  ['\r', String.raw`\r`],
  ['\t', String.raw`\t`],
]);

/**
 * `text` on one line. Invisible characters, and characters that control a terminal, are escaped as in JSON: `\n`,
 * `\u001b`, `\u202e`.
 */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => SHORT.get(character) ?? escapeUnits(character));
}

/**
 * The escape of a character. A character beyond the first plane takes two escapes, because JSON has only escapes of
 * UTF-16 code units (RFC 8259 §7).
 */
function escapeUnits(character: string): string {
  let escaped = '';
  for (let index = 0; index < character.length; index += 1) {
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}
