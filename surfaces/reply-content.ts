import { isExcerpt } from './http/body-excerpt.js';
import { decodedContent } from './http/content-coding.js';
import type { WireResponse } from './exchange.js';

/**
 * The maximum size of a body in bytes after its content coding is removed. It is a separate limit, because a compressed
 * body may be much shorter.
 */
const MOST_DECODED = 4 * 1024 * 1024;

/**
 * The content of a reply without its content coding, such as `gzip` (RFC 9110 §8.4). `undefined` if the body is an
 * excerpt, has an unknown coding, or becomes too long. A body that does not have the coding that its headers state is
 * returned unchanged, so that rules can report it.
 */
export function contentOf({ headers, body }: Pick<WireResponse, 'headers' | 'body'>): Uint8Array | undefined {
  if (isExcerpt(body)) return undefined;
  const decoded = decodedContent(headers, body, MOST_DECODED);
  if (decoded.kind === 'not-decodable') return body;
  return decoded.kind === 'content' ? decoded.bytes : undefined;
}
