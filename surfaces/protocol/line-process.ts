import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { afterReading } from '../http/after-reading.js';
import { LineReader } from '../process/line-reader.js';
import { LogTail } from '../process/log-tail.js';

export interface LineProcessOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Line {
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
  readonly isUtf8: boolean;
}

/** What came next: a line, the end of the process, or nothing in time. */
export type NextLine =
  | ({ readonly kind: 'line' } & Line)
  | { readonly kind: 'ended'; readonly how: string }
  | { readonly kind: 'nothing' };

const MOST_LINE_LENGTH = 16 * 1024 * 1024;
/** Lines that nobody has read yet are kept up to this number and to these characters; a process that says more is ended. */
const MOST_WAITING = 20_000;
const MOST_WAITING_LENGTH = 2 * MOST_LINE_LENGTH;
const MOST_STDERR = 2000;
const GRACE_MS = 1000;

/** A process that is spoken to in lines. It leads a group of its own, which is ended whole. */
export class LineProcess {
  /** What it writes to standard error. */
  readonly log = new LogTail();
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #lines = new LineReader(MOST_LINE_LENGTH, (text, isUtf8) => this.#keep(text, isUtf8));
  readonly #ended: Promise<void>;
  #waiting: Line[] = [];
  #waitingLength = 0;
  #count = 0;
  #wake: (() => void) | undefined;
  #how: string | undefined;

  constructor({ command, cwd, env }: LineProcessOptions) {
    const [file = '', ...args] = command;
    this.#child = spawn(file, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true, windowsHide: true });
    const { stdin, stdout, stderr } = this.#child;
    stdout.on('data', (chunk: Buffer) => {
      if (!this.#lines.push(chunk)) this.#giveUp(`it wrote a line of more than ${MOST_LINE_LENGTH} bytes`);
    });
    stderr.on('data', (chunk: Buffer) => this.log.add(chunk));
    // That nobody reads any more shows in the end of the process.
    stdin.on('error', () => undefined);
    // One listener a running process is no leak, which Node would warn of.
    process.setMaxListeners(process.getMaxListeners() + 1).once('exit', this.kill);
    this.#ended = this.#watch();
  }

  send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** The next line; what has been written before the end is handed out before the end is. */
  async next(patienceMs: number): Promise<NextLine> {
    if (this.#waiting.length === 0 && this.#how === undefined) await this.#something(patienceMs);
    const first = this.#waiting.shift();
    this.#waitingLength -= first?.text.length ?? 0;
    if (first !== undefined) return { kind: 'line', ...first };
    return this.#how === undefined ? { kind: 'nothing' } : { kind: 'ended', how: this.#how + this.#lastWords() };
  }

  /** Ends the input, waits a second for the process to end by itself, and ends its group. */
  async stop(): Promise<void> {
    this.#child.stdin.end();
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([this.#ended, new Promise<void>((resolve) => (timer = setTimeout(resolve, GRACE_MS)))]);
    clearTimeout(timer);
    this.kill();
    await this.#ended;
  }

  kill = (): void => {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Nobody of the group is left, or the platform has no groups.
      this.#child.kill('SIGKILL');
    }
  };

  #keep(text: string, isUtf8: boolean): void {
    this.#count += 1;
    if (text.trim() === '') return;
    this.#waiting.push({ text, number: this.#count, isUtf8 });
    this.#waitingLength += text.length;
    if (this.#waiting.length > MOST_WAITING || this.#waitingLength > MOST_WAITING_LENGTH)
      this.#giveUp(`it wrote more than ${MOST_WAITING} lines or ${MOST_WAITING_LENGTH} characters that nobody asked for`);
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

  #watch(): Promise<void> {
    return new Promise((resolve) => {
      const end = (how: string): void => {
        this.#how ??= how;
        process.setMaxListeners(process.getMaxListeners() - 1).off('exit', this.kill);
        this.#wake?.();
        resolve();
      };
      // Only a start that failed is an end; a signal that could not be sent is not.
      this.#child.on('error', (error) => {
        if (this.#child.pid === undefined) end(error.message);
      });
      this.#child.once('exit', (code, signal) => {
        const how = signal === null ? `it exited with code ${code ?? 'unknown'}` : `it was ended by ${signal}`;
        // A descendant may hold the output open; what it has not written by now is not waited for.
        const patience = setTimeout(() => afterReading(() => end(how)), GRACE_MS / 5);
        this.#child.once('close', () => {
          clearTimeout(patience);
          end(how);
        });
        this.kill();
      });
    });
  }

  #lastWords(): string {
    const words = this.log.end(MOST_STDERR).trim();
    return words === '' ? '' : `; its stderr ends: ${words}`;
  }
}
