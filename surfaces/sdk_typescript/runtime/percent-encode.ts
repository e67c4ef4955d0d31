import { RefusedError } from './refused-error.js';

/**
 * Percent-encodes all characters except the unreserved characters of RFC 3986 §2.3. `encodeURIComponent` by itself
 * would not encode `!'()*`.
 */
export function encodeUnreserved(text: string): string {
  return encoded(encodeURIComponent, text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Percent-encodes a value of a parameter with `allowReserved`. Reserved characters and existing percent triplets stay
 * unchanged (RFC 6570 §3.2.3).
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
    // Encoding fails only for a lone surrogate, which UTF-8 cannot express.
    throw new RefusedError('The value contains a lone surrogate, which cannot be percent-encoded.', { cause });
  }
}
