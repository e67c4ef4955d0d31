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

const TAGGED: ReadonlySet<string> = new Set(['if-match', 'if-none-match']);
/** `*`, or entity tags with commas between them (RFC 9110 §8.8.3). */
const TAGS = /^(?:\*|(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:[ \t]*,[ \t]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*)$/;

/**
 * Whether the value of a header has the form that HTTP defines for it. `If-Match` and `If-None-Match` take `*` or entity
 * tags (RFC 9110 §13.1.1, §13.1.2). The other headers are not examined.
 */
export function isPreconditionValue(name: string, value: string): boolean {
  return !TAGGED.has(name.toLowerCase()) || TAGS.test(value);
}
