import { type Hash, createHash } from 'node:crypto';

/**
 * The parts of a body that are kept if the body exceeds the limit. The type is not a `Uint8Array`, so that no code can
 * mistake an excerpt for the whole body.
 */
export interface BodyExcerpt {
  /** Size of the whole body in bytes. */
  readonly bytes: number;
  /** SHA-256 of the whole body, in hexadecimal digits. */
  readonly sha256: string;
  /** The first bytes of the body. `tail` has the last bytes. The two do not overlap. */
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** The default of `maxBodyBytes`. Replies of JSON APIs are rarely longer than a tenth of this size. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** The maximum size of `head` and of `tail`, in bytes. */
const END_BYTES = 2048;

export function isExcerpt(body: Uint8Array | BodyExcerpt): body is BodyExcerpt {
  return !(body instanceof Uint8Array);
}

export function byteLength(body: Uint8Array | BodyExcerpt): number {
  return isExcerpt(body) ? body.bytes : body.byteLength;
}

/**
 * Collects a body that arrives in chunks. A body of up to `maxBytes` is kept as a whole, a longer body as an excerpt.
 */
export class BodyKeeper {
  /**
   * The first chunk itself, or a copy of all chunks in a buffer with spare capacity. A body may arrive byte by byte,
   * and the spare capacity avoids a new copy for every chunk.
   */
  #buffer: Buffer = NOTHING;
  #isOwn = false;
  #bytes = 0;
  #long: Long | undefined;

  constructor(readonly maxBytes: number) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** True for the chunk that makes the body exceed the limit. False for all earlier and later chunks. */
  overflowsBy(chunk: Buffer): boolean {
    return this.#long === undefined && this.#bytes + chunk.byteLength > this.maxBytes;
  }

  push(chunk: Buffer): void {
    if (this.overflowsBy(chunk)) {
      this.#long = begunLong(this.#whole());
      this.#buffer = NOTHING;
    }
    if (this.#long === undefined) this.#keep(chunk);
    else digest(this.#long, chunk);
    this.#bytes += chunk.byteLength;
  }

  /** The body so far, or an excerpt of a body that exceeds the limit. */
  kept(): Uint8Array | BodyExcerpt {
    if (this.#long === undefined) return this.#whole();
    const { hash, head, tail } = this.#long;
    return { bytes: this.#bytes, sha256: hash.copy().digest('hex'), head, tail };
  }

  #whole(): Buffer {
    return this.#buffer.subarray(0, this.#bytes);
  }

  #keep(chunk: Buffer): void {
    if (this.#bytes === 0) {
      this.#buffer = chunk;
      return;
    }
    const needed = this.#bytes + chunk.byteLength;
    if (!this.#isOwn || needed > this.#buffer.byteLength) {
      const larger = Buffer.allocUnsafeSlow(Math.min(this.maxBytes, Math.max(2 * needed, LEAST_ROOM)));
      this.#buffer.copy(larger, 0, 0, this.#bytes);
      [this.#buffer, this.#isOwn] = [larger, true];
    }
    chunk.copy(this.#buffer, this.#bytes);
  }
}

const NOTHING = Buffer.alloc(0);
const LEAST_ROOM = 4096;

interface Long {
  readonly hash: Hash;
  head: Buffer;
  tail: Buffer;
}

function begunLong(body: Buffer): Long {
  const long: Long = { hash: createHash('sha256'), head: NOTHING, tail: NOTHING };
  digest(long, body);
  return long;
}

/**
 * Adds a chunk of a long body to its digest, and to the first and last bytes that are kept. These bytes are copied,
 * because a view of a buffer would keep the whole buffer in memory.
 */
function digest(long: Long, chunk: Buffer): void {
  long.hash.update(chunk);
  const missing = END_BYTES - long.head.byteLength;
  if (missing > 0) long.head = Buffer.concat([long.head, chunk.subarray(0, missing)]);
  const rest = chunk.subarray(Math.max(0, missing));
  long.tail =
    rest.byteLength >= END_BYTES
      ? Buffer.from(rest.subarray(-END_BYTES))
      : Buffer.from(Buffer.concat([long.tail, rest]).subarray(-END_BYTES));
}
