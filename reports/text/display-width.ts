import { createRequire } from 'node:module';
import type StringWidth from 'string-width';

/** Columns that a terminal needs for one line of visible text (UAX #11 for each grapheme cluster). */
export function displayWidth(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}

/** Characters of one column each: ASCII, and the signs of our own reports. */
const NARROW = /^[ -~§±·×–—‘’“”…←→≈■✓✗]*$/;

/**
 * The library for the width of texts. It is loaded for the first text that is not narrow, because loading its tables
 * takes longer than most commands.
 */
function stringWidth(text: string): number {
  const { default: width } = createRequire(import.meta.url)('string-width') as { readonly default: typeof StringWidth };
  return width(text);
}

/** Splits text so that a letter keeps its marks, and an emoji its parts. */
const GRAPHEMES = new Intl.Segmenter();

/** `text` in exactly `width` columns: filled with spaces, or cut with an ellipsis. */
export function fitWidth(text: string, width: number): string {
  const own = displayWidth(text);
  if (own <= width) return text + ' '.repeat(width - own);
  let kept = '';
  let used = 0;
  for (const { segment } of GRAPHEMES.segment(text)) {
    const next = stringWidth(segment);
    if (used + next > width - 1) break;
    kept += segment;
    used += next;
  }
  return `${kept}…${' '.repeat(Math.max(width - used - 1, 0))}`;
}

/**
 * Breaks text at single spaces so that each line fits. A longer word (a path, a command) stays whole, so that it can be
 * copied.
 */
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

/** Like `wrapText`, with `first` before the first line and `rest` before all other lines as their indentation. */
export function hangingLines(text: string, width: number, first: string, rest: string): readonly string[] {
  return wrapText(text, width - rest.length).map((line, index) => (index === 0 ? first : rest) + line);
}
