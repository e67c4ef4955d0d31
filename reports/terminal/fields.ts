import type { Json } from '../../contract/json/json.js';
import { displayWidth, hangingLines, wrapText } from '../text/display-width.js';
import { BLOCK_BOUNDS, printable, printableBlock, printableText } from '../text/printable.js';
import type { Paint } from './paint.js';

/** The width of the column for labels, in characters: that of the widest label plus a gap. */
const LABEL_WIDTH = 16;
export const INDENT = '  ';
/** The maximum length of a command. It is larger than other limits, because a shortened command cannot be copied. */
const COPY_LENGTH = 16_384;

/**
 * The limits of a printed value. They are half the limits of the HTML page, because a terminal shows the two sides of a
 * finding below each other.
 */
const VALUE_BOUNDS = { ...BLOCK_BOUNDS, items: 20, total: 2000 };

/**
 * How the content of a field is printed. `text`: a sentence that is wrapped. `value`: JSON. `copy`: a command, which
 * stays on one line. `sentences`: sentences that are wrapped one by one. `traffic`: lines that are not wrapped.
 */
export type Field =
  | readonly [label: string, kind: 'text' | 'copy', content: string]
  | readonly [label: string, kind: 'sentences' | 'traffic', content: readonly string[]]
  | readonly [label: string, kind: 'value', content: Json];

/** The lines of a field: its label in the first column, and its content in the second. */
export function fieldLines(field: Field, paint: Paint, width: number): readonly string[] {
  const [label] = field;
  const room = Math.max(width - INDENT.length - LABEL_WIDTH, 20);
  const [first = '', ...rest] = contentLines(field, room);
  const lead = INDENT + paint.dim(label) + ' '.repeat(LABEL_WIDTH - label.length);
  return [`${lead}${first}`, ...rest.map((line) => INDENT + ' '.repeat(LABEL_WIDTH) + line)];
}

/**
 * The lines of the content of a field. A value is on one line if it fits; otherwise it has one member on each line. The
 * lines of a value are never wrapped, because a reader could mistake a line break for the fault.
 */
function contentLines([, kind, content]: Field, room: number): readonly string[] {
  if (kind === 'text') return wrapText(printableText(content), room);
  if (kind === 'traffic') return content;
  if (kind === 'sentences') return content.flatMap((line) => hangingLines(line, room, '', INDENT));
  if (kind === 'copy') return [printableText(content, COPY_LENGTH)];
  const line = printable(content, VALUE_BOUNDS);
  return displayWidth(line) <= room ? [line] : printableBlock(content, VALUE_BOUNDS).split('\n');
}
