/**
 * A place in a file that a user edits. `line` and `column` start at 1. `pointer` is a JSON pointer (RFC 6901); it is
 * empty for the whole document.
 */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
}

/**
 * The maximum columns of ordinary lines. A place beyond them is on a long line, as in JSON on one line. If the file has
 * several lines, a first line such as `openapi: 3.1.0` is shorter than 15 characters.
 */
const MOST_COLUMNS = { first: 15, other: 500 };

/**
 * The location as `file:line:column`, which terminals and editors make clickable. Many contracts are JSON on one line,
 * in which a column does not help a reader. For a place on such a long line, the JSON pointer is added.
 */
export function formatLocation({ file, line, column, pointer }: SourceLocation): string {
  const isLong = column > (line === 1 ? MOST_COLUMNS.first : MOST_COLUMNS.other);
  return `${file}:${line}:${column}${isLong && pointer !== '' ? ` (${pointer})` : ''}`;
}
