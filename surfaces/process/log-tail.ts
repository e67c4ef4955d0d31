/**
 * The number of bytes that are kept. It is more than a report shows, so that a secret at the start of the shown part is
 * complete when it is redacted.
 */
const KEPT_BYTES = 8192;

/** The last part of a process's log output, bounded. */
export class LogTail {
  #kept: Buffer = Buffer.alloc(0);
  #untaken = 0;

  add(chunk: Buffer | string): void {
    const bytes = Buffer.from(chunk);
    this.#kept = Buffer.concat([this.#kept, bytes]).subarray(-KEPT_BYTES);
    this.#untaken = Math.min(this.#untaken + bytes.byteLength, KEPT_BYTES);
  }

  /** The text added since the last call. */
  take(): string {
    const taken = this.#kept.subarray(this.#kept.byteLength - this.#untaken).toString();
    this.#untaken = 0;
    return taken;
  }

  /** The last characters of the whole log. */
  end(length: number): string {
    return this.#kept.toString().slice(-length);
  }
}
