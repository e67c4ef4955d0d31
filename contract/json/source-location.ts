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
 * The largest column of a place on an ordinary line: on the first line of a file, and on any other line. A larger
 * column means that the line is long, as in JSON on one line. The first line has its own limit, because an ordinary
 * first line such as `openapi: 3.1.0` is short.
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
