import { RefusedError } from './refused-error.js';

/**
 * Encodes all characters except the unreserved characters of RFC 3986 §2.3 as UTF-8. `encodeURIComponent` does not
 * encode `!'()*`.
 */
export function encodeUnreserved(text: string): string {
  return encoded(encodeURIComponent, text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Percent-encodes for `allowReserved`: reserved characters and existing percent triplets are kept (RFC 6570 §3.2.3).
 */
export function encodeReserved(text: string): string {
  return encoded(encodeURI, text)
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replace(/%25(?=[0-9A-Fa-f]{2})/g, '%');
}

function encoded(encode: (text: string) => string, text: string): string {
  try {
    return encode(text);
  } catch (cause) {
    // The only possible failure is a lone surrogate, which has no UTF-8 form.
    throw new RefusedError('A lone surrogate has no percent-encoding.', { cause });
  }
}
