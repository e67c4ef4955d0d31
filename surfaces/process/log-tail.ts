/** More than the lines that a report shows, so that a secret at the front edge is still whole when it is redacted. */
const KEPT_BYTES = 8192;

/** The end of what a process writes for people, bounded. */
export class LogTail {
  #kept: Buffer = Buffer.alloc(0);
  #untaken = 0;

  add(chunk: Buffer | string): void {
    const bytes = Buffer.from(chunk);
    this.#kept = Buffer.concat([this.#kept, bytes]).subarray(-KEPT_BYTES);
    this.#untaken = Math.min(this.#untaken + bytes.byteLength, KEPT_BYTES);
  }

  /** What was added since the last take. */
  take(): string {
    const taken = this.#kept.subarray(this.#kept.byteLength - this.#untaken).toString();
    this.#untaken = 0;
    return taken;
  }

  /** The last characters of everything, taken or not. */
  end(length: number): string {
    return this.#kept.toString().slice(-length);
  }
}
