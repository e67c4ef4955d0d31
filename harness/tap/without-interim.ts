import type { Socket } from 'node:net';
import { NO_BODY } from '../../contract/wire/message.js';

/**
 * Removes interim replies from the bytes that a socket receives. A client must be able to parse unrequested interim
 * replies, and may ignore them (RFC 9110 §15.2). undici fails for a 100 (Continue). undici reads with `socket.read()`,
 * so the method `read` of the socket is replaced.
 */
export function withoutInterim(socket: Socket): InterimFilter {
  const read = socket.read.bind(socket);
  const filter = new InterimFilter();
  socket.read = (size?: number): unknown => {
    for (;;) {
      const chunk: unknown = read(size);
      if (!Buffer.isBuffer(chunk)) return chunk;
      const rest = filter.pass(chunk);
      // The loop continues, because `read` must return null only if no more bytes have arrived.
      if (rest.byteLength > 0) return rest;
    }
  };
  return filter;
}

/** Holds back the first bytes of a reply until they show whether the reply is an interim reply. */
export class InterimFilter {
  #held: Uint8Array | undefined = NO_BODY;

  /** Called before each request. The next received bytes are the start of a reply. */
  begin(): void {
    this.#held = NO_BODY;
  }

  pass(chunk: Buffer): Buffer {
    if (this.#held === undefined) return chunk;
    let bytes = this.#held.byteLength === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    for (;;) {
      const end = isInterim(bytes) ? bytes.indexOf('\r\n\r\n') : -1;
      if (end < 0) break;
      bytes = bytes.subarray(end + 4);
    }
    const mayBecomeInterim = bytes.byteLength < STATUS_BYTES || isInterim(bytes);
    if (mayBecomeInterim && bytes.byteLength <= LONGEST_HEAD) {
      this.#held = bytes;
      return NOTHING;
    }
    this.#held = undefined;
    return bytes;
  }
}

/** True if the reply is an interim reply. A 101 is final, because it changes the protocol (RFC 9110 §15.2.2). */
function isInterim(bytes: Buffer): boolean {
  return /^HTTP\/1\.1 1(?!01)\d\d/.test(bytes.toString('latin1', 0, STATUS_BYTES));
}

/** The length of `HTTP/1.1 100`. */
const STATUS_BYTES = 12;
const NOTHING = Buffer.alloc(0);
/** The maximum size of the head of a reply in bytes, as in Node and undici. */
const LONGEST_HEAD = 16 * 1024;
