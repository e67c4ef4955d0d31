import { isUtf8 } from 'node:buffer';

/**
 * Receives a line. `isUtf8` is true if its bytes are valid UTF-8. In an invalid line, wrong bytes are replaced by
 * U+FFFD. This character may also occur in a valid line, so `isUtf8` is needed.
 */
export type OnLine = (line: string, isUtf8: boolean) => void;

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Splits a stream of bytes into lines. The chunks of a long line are concatenated only once, at the end of the line.
 */
export class LineReader {
  #parts: Buffer[] = [];
  #length = 0;

  /** `mostLength`: the maximum length of a line in bytes. */
  constructor(
    readonly mostLength: number,
    private readonly onLine: OnLine,
  ) {}

  /**
   * Adds a chunk. Returns `false` if the current line has become too long. The bytes of this line are then discarded.
   */
  push(chunk: Buffer): boolean {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      const line = this.#take();
      const whole = line.at(-1) === RETURN ? line.subarray(0, -1) : line;
      this.onLine(whole.toString('utf8'), isUtf8(whole));
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    if (this.#length <= this.mostLength) return true;
    this.#take();
    return false;
  }

  #keep(part: Buffer): void {
    if (part.byteLength === 0) return;
    this.#parts.push(part);
    this.#length += part.byteLength;
  }

  #take(): Buffer {
    const [only] = this.#parts;
    const line = only !== undefined && this.#parts.length === 1 ? only : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return line;
  }
}
