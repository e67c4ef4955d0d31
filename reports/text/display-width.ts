import { createRequire } from 'node:module';
import type StringWidth from 'string-width';

/** The number of columns that a terminal needs for one line of visible text (UAX #11 for each grapheme cluster). */
export function displayWidth(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}

/** Characters that each need one column: ASCII, and the symbols of our own reports. */
const NARROW = /^[ -~§±·×–—‘’“”…←→≈■✓✗]*$/;

/**
 * The number of columns that text needs, computed with a library. The library is loaded only for text with wide
 * characters, because loading its tables takes longer than most commands.
 */
function stringWidth(text: string): number {
  const { default: width } = createRequire(import.meta.url)('string-width') as { readonly default: typeof StringWidth };
  return width(text);
}

/** Splits text into grapheme clusters. A letter stays together with its marks, and an emoji with its parts. */
const GRAPHEMES = new Intl.Segmenter();

/** `text` in exactly `width` columns: padded with spaces, or truncated with an ellipsis. */
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
 * Wraps text at single spaces so that each line fits. A word that is longer than a line (a path, a command) stays
 * whole, so that it can be copied.
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

/** Like `wrapText`. The first line is indented with `first`, and all other lines with `rest`. */
export function hangingLines(text: string, width: number, first: string, rest: string): readonly string[] {
  return wrapText(text, width - rest.length).map((line, index) => (index === 0 ? first : rest) + line);
}
