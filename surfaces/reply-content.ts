import { isExcerpt } from './http/body-excerpt.js';
import { decodedContent } from './http/content-coding.js';
import type { WireResponse } from './exchange.js';

/** A coded body may become longer than what is kept of it. */
const MOST_DECODED = 4 * 1024 * 1024;

/**
 * The content of a reply, its codings undone (RFC 9110 §8.4); `undefined` where not all of it is known, or not in a coding that can be
 * undone. What is not in the coding it claims is returned as it is, so that it can be judged.
 */
export function contentOf({ headers, body }: Pick<WireResponse, 'headers' | 'body'>): Uint8Array | undefined {
  if (isExcerpt(body)) return undefined;
  const decoded = decodedContent(headers, body, MOST_DECODED);
  if (decoded.kind === 'not-decodable') return body;
  return decoded.kind === 'content' ? decoded.bytes : undefined;
}
