import { isExcerpt } from './http/body-excerpt.js';
import { decodedContent } from './http/content-coding.js';
import type { WireResponse } from './exchange.js';

/** The maximum size of a decoded body in bytes. A decoded body may be longer than its encoded form. */
const MOST_DECODED = 4 * 1024 * 1024;

/**
 * The decoded content of a reply (RFC 9110 §8.4). `undefined` if the body is an excerpt, has an unknown coding, or is
 * too long when decoded. A body that does not have its declared coding is returned unchanged, so that rules can judge
 * it.
 */
export function contentOf({ headers, body }: Pick<WireResponse, 'headers' | 'body'>): Uint8Array | undefined {
  if (isExcerpt(body)) return undefined;
  const decoded = decodedContent(headers, body, MOST_DECODED);
  if (decoded.kind === 'not-decodable') return body;
  return decoded.kind === 'content' ? decoded.bytes : undefined;
}
