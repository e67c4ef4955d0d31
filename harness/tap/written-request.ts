import type { Socket } from 'node:net';
import { type HeaderPair, NO_BODY, type RequestMessage, headerValue } from '../../contract/wire/message.js';

/** Returns the request that was written to a connection. `undefined` until its head has been written. */
export type ReadWritten = () => RequestMessage | undefined;

/** The bytes of one request, as they were written to the socket. */
export class WrittenBytes {
  readonly #parts: (string | Uint8Array)[] = [];

  push(part: string | Uint8Array): void {
    this.#parts.push(part);
  }

  /** Parses the bytes as a request. */
  readonly read: ReadWritten = () => {
    const [first] = this.#parts;
    // undici writes the whole head of a request as one string, and then the body.
    const isWholeHead = typeof first === 'string' && first.indexOf(END_OF_HEAD) === first.length - END_OF_HEAD.length;
    if (isWholeHead) return requestOf(first, joined(this.#parts.slice(1)));
    const bytes = joined(this.#parts);
    const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(END_OF_HEAD);
    if (end < 0) return undefined;
    const start = end + END_OF_HEAD.length;
    return requestOf(Buffer.from(bytes.subarray(0, start)).toString('latin1'), bytes.subarray(start));
  };
}

/** Copies all data that is written to the socket from now on. The recorder that `current` returns gets the copy. */
export function recordWrites(socket: Socket, current: () => WrittenBytes | undefined): void {
  const write = socket.write.bind(socket) as (...args: readonly unknown[]) => boolean;
  const recorded = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
    const [encoding] = rest;
    const isText = typeof chunk === 'string' && encoding !== 'latin1';
    current()?.push(isText ? Buffer.from(chunk, encodingOf(encoding)) : chunk);
    return write(chunk, ...rest);
  };
  socket.write = recorded;
}

const END_OF_HEAD = '\r\n\r\n';

function encodingOf(encoding: unknown): BufferEncoding {
  return typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8';
}

/** Concatenates the parts. In a string, each character stands for one byte. */
function joined(parts: readonly (string | Uint8Array)[]): Uint8Array {
  const [only] = parts;
  if (only === undefined) return NO_BODY;
  if (parts.length === 1 && typeof only !== 'string') return only;
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
}

/** Parses the request line and the header lines (RFC 9112 §3, §5). White space around values is removed. */
function requestOf(head: string, body: Uint8Array): RequestMessage {
  let end = head.indexOf('\r\n');
  const [method = '', target = ''] = head.slice(0, end).split(' ', 2);
  const headers: HeaderPair[] = [];
  for (let start = end + 2; start < head.length - 2; start = end + 2) {
    end = head.indexOf('\r\n', start);
    const colon = head.indexOf(':', start);
    headers.push([head.slice(start, colon), trimmed(head, colon + 1, end)]);
  }
  const isChunked = headerValue(headers, 'transfer-encoding') !== undefined;
  return { method, target, headers, body: isChunked ? withoutChunks(body) : body };
}

/** The content of a chunked body (RFC 9112 §7.1), as far as it was written. undici writes no chunk extensions. */
function withoutChunks(bytes: Uint8Array): Uint8Array {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  for (let start = 0; start < body.byteLength;) {
    const end = body.indexOf('\r\n', start);
    const size = Number.parseInt(body.toString('latin1', start, end), 16);
    if (end < 0 || !(size > 0)) break;
    parts.push(body.subarray(end + 2, end + 2 + size));
    start = end + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

function trimmed(text: string, from: number, to: number): string {
  let [start, end] = [from, to];
  while (start < end && isSpace(text[start])) start += 1;
  while (end > start && isSpace(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
