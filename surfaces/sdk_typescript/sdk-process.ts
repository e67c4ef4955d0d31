import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { LineReader } from '../process/line-reader.js';
import { LogTail } from '../process/log-tail.js';
import { memoryWatch } from './memory-watch.js';
import { CHANNEL, type LastError, type Numbered, type Order, type Reply } from './worker-messages.js';

export interface SdkProcessOptions {
  readonly file: string;
  readonly cwd: string;
  /** The whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
}

export type Answer =
  | { readonly kind: 'reply'; readonly reply: Reply }
  /** No reply in time. */
  | { readonly kind: 'silence' }
  | Ended;

export interface Ended {
  readonly kind: 'ended';
  readonly how: string;
  /** Class of the uncaught error that ended it. */
  readonly error?: string;
  readonly exitCode?: number;
}

/** V8 aborts a process whose heap exceeds this; a worker thread would take the whole process with it. */
const HEAP_MB = 256;
/** Buffers are outside that heap. */
const RESIDENT_MB = 640;
const MOST_REPLY_MB = 64;
const MOST_WORDS = 500;
/** A descendant may hold the outputs open after the process has ended. */
const OUTPUT_PATIENCE_MS = 200;
const MB = 1024 * 1024;

/** One process with an SDK in it. It leads a process group, which is killed whole. */
export class SdkProcess {
  readonly #child: ChildProcess;
  readonly #channel: Duplex;
  readonly #lines = new LineReader(MOST_REPLY_MB * MB, (line) => this.#take(line));
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #exited: Promise<void>;
  #seq = 0;
  #end: Ended | undefined;
  #uncaught: LastError | undefined;
  readonly #log = new LogTail();

  constructor({ file, cwd, env }: SdkProcessOptions) {
    const stdio = ['ignore', 'pipe', 'pipe', 'pipe'] as const;
    const args = [`--max-old-space-size=${HEAP_MB}`, file];
    this.#child = spawn(process.execPath, args, { cwd, env, stdio: [...stdio], detached: true, windowsHide: true });
    for (const output of [this.#child.stdout, this.#child.stderr]) output?.setEncoding('utf8').on('data', this.#print);
    this.#channel = this.#child.stdio[CHANNEL] as Duplex;
    // That nobody reads any more shows in the end of the process.
    this.#channel.on('error', () => undefined).on('data', this.#read);
    // One listener a running process is no leak, which Node would warn of.
    process.setMaxListeners(process.getMaxListeners() + 1).once('exit', this.kill);
    const stopWatch = memoryWatch(this.#child.pid, RESIDENT_MB * MB, () => this.#giveUp(`it took more than ${RESIDENT_MB} MB of memory`));
    this.#exited = this.#watch().finally(stopWatch);
  }

  /** What it wrote to its standard output and error since the last take. */
  takeLog(): string {
    return this.#log.take();
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  ask(order: Order, patienceMs: number): Promise<Answer> {
    if (this.#end !== undefined) return Promise.resolve(this.#end);
    this.#seq += 1;
    const numbered: Numbered<Order> = { ...order, seq: this.#seq };
    return new Promise((resolve) => {
      const settle = (answer: Answer): void => {
        clearTimeout(timer);
        this.#waiting.delete(numbered.seq);
        resolve(answer);
      };
      // A reply that has arrived while this process was busy is read before the timer's verdict.
      const timer = setTimeout(() => setImmediate(settle, { kind: 'silence' }), patienceMs);
      this.#waiting.set(numbered.seq, settle);
      this.#channel.write(`${JSON.stringify(numbered)}\n`);
    });
  }

  /** Kills the process group; resolves when the process has ended. */
  async end(): Promise<void> {
    this.kill();
    await this.#exited;
  }

  kill = (): void => {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Nothing of the group is left, or the platform has no groups.
      this.#child.kill('SIGKILL');
    }
  };

  #print = (text: string): void => {
    this.#log.add(text);
  };

  #read = (chunk: Buffer): void => {
    if (!this.#lines.push(chunk)) this.#giveUp(`it returned more than ${MOST_REPLY_MB} MB`);
  };

  #take(line: string): void {
    const message = parsed(line);
    if (message === undefined) this.#giveUp('it wrote to the channel of the driver');
    else if ('kind' in message) this.#uncaught = message;
    else this.#waiting.get(message.seq)?.({ kind: 'reply', reply: message.reply });
  }

  #giveUp(how: string): void {
    this.#end ??= { kind: 'ended', how };
    this.kill();
  }

  async #watch(): Promise<void> {
    const natural = await ending(this.#child);
    process.setMaxListeners(process.getMaxListeners() - 1).off('exit', this.kill);
    this.kill();
    this.#end ??= this.#described(natural);
    for (const settle of this.#waiting.values()) settle(this.#end);
  }

  #described({ how, exitCode }: Natural): Ended {
    if (this.#uncaught !== undefined) return { kind: 'ended', how: `uncaught ${this.#uncaught.detail}`, error: this.#uncaught.error };
    if (exitCode === undefined) return { kind: 'ended', how };
    const words = this.#log.end(MOST_WORDS).trim();
    return { kind: 'ended', how: words === '' ? how : `${how}; its output ends: ${words}`, exitCode };
  }
}

type Message = { readonly seq: number; readonly reply: Reply } | LastError;

function parsed(line: string): Message | undefined {
  try {
    return JSON.parse(line) as Message;
  } catch {
    return undefined;
  }
}

interface Natural {
  readonly how: string;
  readonly exitCode?: number;
}

/** Resolves when the process has ended and its outputs are read, or cannot be read to their end. */
function ending(child: ChildProcess): Promise<Natural> {
  return new Promise((resolve) => {
    // Only a start that failed is an end; a signal that could not be sent is not.
    child.on('error', (error) => {
      if (child.pid === undefined) resolve({ how: error.message });
    });
    child.once('exit', (code, signal) => {
      const end = (): void => resolve(signal === null ? exited(code ?? 0) : { how: signalled(signal) });
      const patience = setTimeout(end, OUTPUT_PATIENCE_MS);
      child.once('close', () => {
        clearTimeout(patience);
        end();
      });
    });
  });
}

function exited(exitCode: number): Natural {
  return { how: `it exited with code ${exitCode}`, exitCode };
}

function signalled(signal: string): string {
  return signal === 'SIGABRT' ? `it was ended by SIGABRT, as Node.js does where the heap exceeds ${HEAP_MB} MB` : `it was ended by ${signal}`;
}
