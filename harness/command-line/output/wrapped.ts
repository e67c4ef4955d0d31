import { hangingLines } from '../../../reports/text/display-width.js';

/**
 * The properties of an output stream that decide whether lines are wrapped. Lines are wrapped only on a terminal, so
 * that logs and pipes can be searched by line.
 */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const LEAST_WIDTH = 40;
const MOST_WIDTH = 120;

/** Wraps lines between words if the stream is a terminal. Continuation lines are indented by two columns. */
export function wrapped(text: string, screen: Screen): string {
  const width = widthOf(screen);
  if (width === undefined) return text;
  const lines = text.split('\n').flatMap((line) => {
    const indent = /^ */.exec(line)?.[0] ?? '';
    return hangingLines(line.slice(indent.length), width, indent, indent + HANGING);
  });
  return lines.join('\n');
}

const HANGING = '  ';
const LEAST_COLUMN = 30;

/**
 * Formats a name and its explanation in aligned columns. If the line is too narrow, the explanation is put below the
 * name.
 */
export function entry(name: string, meaning: string, nameWidth: number, screen: Screen): string {
  const width = widthOf(screen);
  if (width === undefined) return `${name.padEnd(nameWidth)}  ${meaning}\n`;
  if (width - nameWidth - HANGING.length < LEAST_COLUMN) return `${name}\n${wrapped(`${HANGING}${meaning}`, screen)}\n`;
  return `${hangingLines(meaning, width, name.padEnd(nameWidth) + HANGING, ' '.repeat(nameWidth) + HANGING).join('\n')}\n`;
}

/** The width of a terminal. `undefined` for other streams. */
function widthOf({ isTTY, columns }: Screen): number | undefined {
  if (isTTY !== true) return undefined;
  return Math.min(Math.max(columns ?? 80, LEAST_WIDTH), MOST_WIDTH);
}
