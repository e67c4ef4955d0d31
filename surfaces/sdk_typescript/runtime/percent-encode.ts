import { RefusedError } from './refused-error.js';

/** As UTF-8, everything but the unreserved characters of RFC 3986 §2.3; `encodeURIComponent` would leave `!'()*` bare. */
export function encodeUnreserved(text: string): string {
  return encoded(encodeURIComponent, text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** `allowReserved`: reserved characters and triplets that are there already pass (RFC 6570 §3.2.3). */
export function encodeReserved(text: string): string {
  return encoded(encodeURI, text).replaceAll('%5B', '[').replaceAll('%5D', ']').replace(/%25(?=[0-9A-Fa-f]{2})/g, '%');
}

function encoded(encode: (text: string) => string, text: string): string {
  try {
    return encode(text);
  } catch (cause) {
    // The only failure there is: half of a surrogate pair, which UTF-8 cannot hold.
    throw new RefusedError('A lone surrogate has no percent-encoding.', { cause });
  }
}
