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

/** `file:line:column`, the form that terminals and editors make clickable. */
export function formatLocation(location: SourceLocation): string {
  return `${location.file}:${location.line}:${location.column}`;
}
