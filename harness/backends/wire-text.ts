import { STATUS_CODES } from 'node:http';
import type { HeaderPair } from '../../contract/wire/message.js';
import { isWithinCharacter } from '../../contract/wire/within-character.js';
import type { WholeResponse, WireStep } from '../../surfaces/exchange.js';

export const close: HeaderPair = ['connection', 'close'];

export function written(bytes: Uint8Array): WireStep {
  return { kind: 'write', bytes };
}

/** The status line, the headers, and the empty line after them (RFC 9112 §2.1). */
export function head(
  { status, headers, body }: WholeResponse,
  more: readonly HeaderPair[],
  length: 'known' | 'unknown' = 'known',
): Buffer {
  const all: readonly HeaderPair[] = [
    ...headers,
    ...more,
    ...(length === 'known' ? [['content-length', String(body.byteLength)] as const] : []),
  ];
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...all.map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/**
 * The body in chunks of about the given size, without the empty last chunk (RFC 9112 §7.1). No chunk ends within a
 * multi-byte character.
 */
export function chunksOf(body: Uint8Array, size: number): Buffer {
  const chunks: Uint8Array[] = [];
  for (let start = 0, end = 0; start < body.byteLength; start = end) {
    end = start + size;
    while (isWithinCharacter(body, end)) end += 1;
    const part = body.subarray(start, end);
    chunks.push(Buffer.from(`${part.byteLength.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat(chunks);
}
