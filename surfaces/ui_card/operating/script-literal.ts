/**
 * Writes a value as a JavaScript expression. JSON text by itself would be wrong in a script: an object literal with the
 * key `__proto__` sets the prototype.
 */
export function scriptLiteral(value: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
}
