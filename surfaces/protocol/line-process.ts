import { LineReader } from '../process/line-reader.js';
import { LogTail } from '../process/log-tail.js';
import { ProcessGroup, type ProcessOptions, endWords } from '../process/process-group.js';

export interface Line {
  readonly text: string;
  /** The number of the line in the whole output of the process, counted from 1. */
  readonly number: number;
  readonly isUtf8: boolean;
}

/** What `next` returns: a line, the end of the process, or `nothing` if no line arrived within the time limit. */
export type NextLine =
  | ({ readonly kind: 'line' } & Line)
  | { readonly kind: 'ended'; readonly how: string }
  | { readonly kind: 'nothing' };

const MOST_LINE_LENGTH = 16 * 1024 * 1024;
/**
 * The limits for lines that the process wrote and nobody has read: their number, and their characters. A process that
 * exceeds a limit is killed.
 */
const MOST_WAITING = 20_000;
const MOST_WAITING_LENGTH = 2 * MOST_LINE_LENGTH;
const MOST_STDERR = 2000;
const GRACE_MS = 1000;

/** A process that receives lines on standard input and writes lines to standard output. */
export class LineProcess {
  /** The standard error of the process. */
  readonly log = new LogTail();
  readonly #group: ProcessGroup;
  readonly #lines = new LineReader(MOST_LINE_LENGTH, (text, isUtf8) => this.#keep(text, isUtf8));
  readonly #ended: Promise<void>;
  #waiting: Line[] = [];
  #waitingLength = 0;
  #count = 0;
  #wake: (() => void) | undefined;
  #how: string | undefined;

  constructor(options: ProcessOptions) {
    this.#group = new ProcessGroup(options);
    const { stdin, stdout, stderr } = this.#group.child;
    stdout?.on('data', (chunk: Buffer) => {
      if (!this.#lines.push(chunk)) this.#giveUp(`the driver wrote a line of more than ${MOST_LINE_LENGTH} bytes`);
    });
    stderr?.on('data', (chunk: Buffer) => this.log.add(chunk));
    // Write errors are ignored, because they occur only if the process ends, and `next` reports its end.
    stdin?.on('error', () => undefined);
    this.#ended = this.#group.ended.then((end) => {
      this.#how ??= endWords(end);
      this.#wake?.();
    });
  }

  send(message: object): void {
    this.#group.child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  /** Returns the next line. All lines that the process wrote are returned before its end. */
  async next(patienceMs: number): Promise<NextLine> {
    if (this.#waiting.length === 0 && this.#how === undefined) await this.#something(patienceMs);
    const first = this.#waiting.shift();
    this.#waitingLength -= first?.text.length ?? 0;
    if (first !== undefined) return { kind: 'line', ...first };
    return this.#how === undefined ? { kind: 'nothing' } : { kind: 'ended', how: this.#how + this.#lastWords() };
  }

  /** Closes standard input and waits up to a second for the process to end. Then kills its process group. */
  async stop(): Promise<void> {
    this.#group.child.stdin?.end();
    await this.#group.endedWithin(GRACE_MS);
    this.kill();
    await this.#ended;
  }

  kill = (): void => this.#group.kill();

  #keep(text: string, isUtf8: boolean): void {
    this.#count += 1;
    if (text.trim() === '') return;
    this.#waiting.push({ text, number: this.#count, isUtf8 });
    this.#waitingLength += text.length;
    if (this.#waiting.length > MOST_WAITING || this.#waitingLength > MOST_WAITING_LENGTH)
      this.#giveUp(
        `the driver wrote more than ${MOST_WAITING} lines or ${MOST_WAITING_LENGTH} characters between two calls`,
      );
    this.#wake?.();
  }

  #giveUp(why: string): void {
    this.#how ??= why;
    this.kill();
  }

  async #something(patienceMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, patienceMs);
    });
    clearTimeout(timer);
    this.#wake = undefined;
  }

  #lastWords(): string {
    const words = this.log.end(MOST_STDERR).trim();
    return words === '' ? '' : `; its stderr ends: ${words}`;
  }
}
