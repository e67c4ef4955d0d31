/**
 * The number of bytes that are kept. A report shows fewer bytes. A secret that begins before the shown part is
 * therefore still complete here, and can be redacted.
 */
const KEPT_BYTES = 8192;

/** Keeps the last part of the log output of a process. */
export class LogTail {
  #kept: Buffer = Buffer.alloc(0);
  #untaken = 0;

  add(chunk: Buffer | string): void {
    const bytes = Buffer.from(chunk);
    this.#kept = Buffer.concat([this.#kept, bytes]).subarray(-KEPT_BYTES);
    this.#untaken = Math.min(this.#untaken + bytes.byteLength, KEPT_BYTES);
  }

  /** Returns the text since the previous `take`. */
  take(): string {
    const taken = this.#kept.subarray(this.#kept.byteLength - this.#untaken).toString();
    this.#untaken = 0;
    return taken;
  }

  /** Returns the last characters of the log, including text that was already taken. */
  end(length: number): string {
    return this.#kept.toString().slice(-length);
  }
}
