const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Whether a request with the method only reads (RFC 9110 §9.2.1). */
export function isSafeMethod(method: string): boolean {
  return SAFE.has(method.toUpperCase());
}
