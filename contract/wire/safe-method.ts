const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Whether a method is safe, so that requests with it only read (RFC 9110 §9.2.1). */
export function isSafeMethod(method: string): boolean {
  return SAFE.has(method.toUpperCase());
}
