import { hangingLines } from '../../reports/text/display-width.js';

/** What of a stream matters here: a log and a pipe have no columns, and their lines stay whole to be searched. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const LEAST_WIDTH = 40;
const MOST_WIDTH = 120;

/** Lines broken between words where a person reads them, each indented as it began and what follows by two more. Ends as `text` does. */
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

/** A name and what it means, the meanings in one column; where that would be too narrow, below the name. */
export function entry(name: string, meaning: string, nameWidth: number, screen: Screen): string {
  const width = widthOf(screen);
  if (width === undefined) return `${name.padEnd(nameWidth)}  ${meaning}\n`;
  if (width - nameWidth - HANGING.length < LEAST_COLUMN) return `${name}\n${wrapped(`${HANGING}${meaning}`, screen)}\n`;
  return `${hangingLines(meaning, width, name.padEnd(nameWidth) + HANGING, ' '.repeat(nameWidth) + HANGING).join('\n')}\n`;
}

/** `undefined` where nobody looks. */
function widthOf({ isTTY, columns }: Screen): number | undefined {
  if (isTTY !== true) return undefined;
  return Math.min(Math.max(columns ?? 80, LEAST_WIDTH), MOST_WIDTH);
}
