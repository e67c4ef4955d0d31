/** Cuts a stream of text at its newlines, without copying what has been read for every chunk of a long line. */
export class LineReader {
  #parts: string[] = [];
  #length = 0;

  constructor(
    readonly mostLength: number,
    private readonly onLine: (line: string) => void,
  ) {}

  /** `false` when the line at hand has become too long; it is forgotten then. */
  push(text: string): boolean {
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.#keep(text.slice(start, end));
      const line = this.#take();
      this.onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
      start = end + 1;
    }
    this.#keep(text.slice(start));
    if (this.#length <= this.mostLength) return true;
    this.#take();
    return false;
  }

  #keep(part: string): void {
    if (part === '') return;
    this.#parts.push(part);
    this.#length += part.length;
  }

  #take(): string {
    const line = this.#parts.join('');
    this.#parts = [];
    this.#length = 0;
    return line;
  }
}
