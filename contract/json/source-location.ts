/**
 * A place in a file that a person edits: line and column count from 1; `pointer` is an RFC 6901 JSON pointer (`''` is
 * the document).
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
