import type { Socket } from 'node:net';
import { NO_BODY } from '../../contract/wire/message.js';

/**
 * Removes interim replies from what a socket receives. A client must be able to read them even if it did not ask for them, and may
 * ignore them (RFC 9110 §15.2); undici fails a request on a 100 (Continue). undici reads by `socket.read()`.
 */
export function withoutInterim(socket: Socket): InterimFilter {
  const read = socket.read.bind(socket);
  const filter = new InterimFilter();
  socket.read = (size?: number): unknown => {
    for (;;) {
      const chunk: unknown = read(size);
      if (!Buffer.isBuffer(chunk)) return chunk;
      const rest = filter.pass(chunk);
      // `read` returns null only where nothing more has arrived.
      if (rest.byteLength > 0) return rest;
    }
  };
  return filter;
}

/** Holds the first bytes of a reply back until they cannot be those of an interim one. */
export class InterimFilter {
  #held: Uint8Array | undefined = NO_BODY;

  /** The next bytes are the start of a reply. */
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

/** A 101 changes the protocol of the connection: it is final (RFC 9110 §15.2.2). */
function isInterim(bytes: Buffer): boolean {
  return /^HTTP\/1\.1 1(?!01)\d\d/.test(bytes.toString('latin1', 0, STATUS_BYTES));
}

/** `HTTP/1.1 100` */
const STATUS_BYTES = 12;
const NOTHING = Buffer.alloc(0);
/** The bound that node and undici have for the head of a reply. */
const LONGEST_HEAD = 16 * 1024;
