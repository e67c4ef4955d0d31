/** Marks that take no column of their own, and characters that a terminal draws two columns wide (UAX #11, W and F; emoji). */
const ZERO = /[\p{Mn}\p{Me}\p{Cf}]/u;
const WIDE =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Columns that a terminal needs for one line of visible text. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** `text` in exactly `width` columns: filled with spaces, or cut with an ellipsis. */
export function fitWidth(text: string, width: number): string {
  const own = displayWidth(text);
  if (own <= width) return text + ' '.repeat(width - own);
  let kept = '';
  let used = 0;
  for (const character of text) {
    const next = characterWidth(character);
    if (used + next > width - 1) break;
    kept += character;
    used += next;
  }
  return `${kept}…${' '.repeat(Math.max(width - used - 1, 0))}`;
}

function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  return ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
}

/** Sentences broken at single spaces so that each line fits; a longer word (a path, a command) stays whole, to be copied. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** As `wrapText`, the first line behind `first` and the others behind `rest`, which is as wide as lines are indented. */
export function hangingLines(text: string, width: number, first: string, rest: string): readonly string[] {
  return wrapText(text, width - rest.length).map((line, index) => (index === 0 ? first : rest) + line);
}
