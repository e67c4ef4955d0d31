/** RFC 9110 §13.1. */
const PRECONDITIONS: ReadonlySet<string> = new Set([
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
]);

/** Whether the header makes a request conditional. */
export function isPrecondition(name: string): boolean {
  return PRECONDITIONS.has(name.toLowerCase());
}
