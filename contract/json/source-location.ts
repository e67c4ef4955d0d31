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

/** A place beyond this column is on a long line. The first line of a file of several lines is shorter than 15. */
const MOST_COLUMNS = { first: 15, other: 500 };

/**
 * The location as `file:line:column`, which terminals and editors make clickable. For a place on a long line, the JSON
 * pointer is added: many contracts are JSON on one line, in which a column does not help a reader.
 */
export function formatLocation({ file, line, column, pointer }: SourceLocation): string {
  const isLong = column > (line === 1 ? MOST_COLUMNS.first : MOST_COLUMNS.other);
  return `${file}:${line}:${column}${isLong && pointer !== '' ? ` (${pointer})` : ''}`;
}
