const UNRESERVED = /^[A-Za-z0-9\-._~]*$/;

/**
 * Percent-encodes all characters except the unreserved characters of RFC 3986 §2.3. The reserved characters `!'()*`
 * need an extra step, because `encodeURIComponent` does not encode them. Throws `URIError` on a lone surrogate.
 */
export function encodeUnreserved(text: string): string {
  if (UNRESERVED.test(text)) return text;
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * Percent-encodes a value with `allowReserved` (RFC 6570 §3.2.3). Reserved characters and existing triplets such as
 * `%20` stay unchanged.
 */
export function encodeReserved(text: string): string {
  return encodeURI(text)
    .replace(/%5B/g, '[')
    .replace(/%5D/g, ']')
    .replace(/%25([0-9A-Fa-f]{2})/g, '%$1');
}

/** Decodes the triplets `%XX` as UTF-8. `undefined` if a triplet is malformed, or if the bytes are not UTF-8. */
export function decodePercent(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Decodes the triplets `%XX` as UTF-8, and `+` as a space, as in HTML forms. */
export function decodeQueryComponent(text: string): string | undefined {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text);
}
