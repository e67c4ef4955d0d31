/**
 * Percent-encodes all characters except unreserved characters (RFC 3986 §2.3), as UTF-8. Throws `URIError` on a lone
 * surrogate.
 */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * Percent-encodes a value of a parameter with `allowReserved`: reserved characters and existing triplets such as `%2F`
 * stay unchanged (RFC 6570 §3.2.3). Throws `URIError` on a lone surrogate.
 */
export function reservedKept(text: string): string {
  return encodeURI(text)
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll(/%25([0-9A-Fa-f]{2})/g, '%$1');
}
