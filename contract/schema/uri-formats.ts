/** Formats whose values are absolute URIs. `url` is not a format of JSON Schema, but contracts use it. */
const WHOLE: ReadonlySet<unknown> = new Set(['uri', 'iri', 'url']);
/** Formats of URIs that may be relative (RFC 3986 §4.1). */
const RELATIVE: ReadonlySet<unknown> = new Set(['uri-reference', 'iri-reference']);

/** Whether a value of the keyword `format` requires an absolute URI. */
export function isUriFormat(format: unknown): boolean {
  return WHOLE.has(format);
}

/** Whether a value of the keyword `format` requires a URI, absolute or relative. */
export function isUriReferenceFormat(format: unknown): boolean {
  return WHOLE.has(format) || RELATIVE.has(format);
}
