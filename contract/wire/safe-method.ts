const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Whether a method is safe: requests with it read, and change nothing (RFC 9110 §9.2.1). */
export function isSafeMethod(method: string): boolean {
  return SAFE.has(method.toUpperCase());
}
