import type { Duplex } from 'node:stream';
import type { Observable } from '../../observation.js';
import { LineReader } from '../../process/line-reader.js';
import { LogTail } from '../../process/log-tail.js';
import { type ProcessEnd, ProcessGroup, endWords } from '../../process/process-group.js';
import { memoryWatch } from './memory-watch.js';
import { CHANNEL, type LastError, type Numbered, type Order, type Reply } from '../worker/worker-messages.js';

export interface SdkProcessOptions {
  readonly file: string;
  readonly cwd: string;
  /** The complete environment of the process. No variable is inherited. */
  readonly env: Readonly<Record<string, string>>;
}

export type Answer =
  | { readonly kind: 'reply'; readonly reply: Reply }
  /** The worker has not sent a reply in time. */
  | { readonly kind: 'silence' }
  | Ended;

export interface Ended {
  readonly kind: 'ended';
  readonly how: string;
  /** The class of the error that the SDK did not catch and that ended the process. */
  readonly error?: string;
  readonly exitCode?: number;
}

/**
 * The maximum heap of the process that runs the SDK. V8 aborts the whole process when it reaches this limit, so the SDK
 * must not run in a thread of the harness.
 */
const HEAP_MB = 256;
/**
 * The maximum resident memory of the process. A limit for the heap (`HEAP_MB`) is not enough, because buffers are not
 * part of the heap.
 */
const RESIDENT_MB = 640;
const MOST_REPLY_MB = 64;
const MOST_WORDS = 500;
const MB = 1024 * 1024;

/** A process that runs an SDK. */
export class SdkProcess {
  /** What a caller can observe because of the exports of the module. It is set when the module has been imported. */
  observes: readonly Observable[] = [];
  readonly #group: ProcessGroup;
  readonly #channel: Duplex;
  readonly #lines = new LineReader(MOST_REPLY_MB * MB, (line) => this.#take(line));
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #exited: Promise<void>;
  #seq = 0;
  #end: Ended | undefined;
  #uncaught: LastError | undefined;
  readonly #log = new LogTail();

  constructor({ file, cwd, env }: SdkProcessOptions) {
    const command = [process.execPath, `--max-old-space-size=${HEAP_MB}`, file];
    this.#group = new ProcessGroup({ command, cwd, env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    const { child } = this.#group;
    for (const output of [child.stdout, child.stderr]) output?.setEncoding('utf8').on('data', this.#print);
    this.#channel = child.stdio[CHANNEL] as Duplex;
    // Write errors are ignored, because they occur only if the process ends, and its end is reported.
    this.#channel.on('error', () => undefined).on('data', this.#read);
    const stopWatch = memoryWatch(child.pid, RESIDENT_MB * MB, () =>
      this.#giveUp(`the process used more than ${RESIDENT_MB} MB of memory`),
    );
    this.#exited = this.#group.ended.then((end) => this.#close(end)).finally(stopWatch);
  }

  /**
   * Returns what the process has printed since the previous call of `takeLog`, on standard output and standard error.
   */
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
      // A reply may have arrived while this process was busy. It is read before the timeout is reported.
      const timer = setTimeout(() => setImmediate(settle, { kind: 'silence' }), patienceMs);
      this.#waiting.set(numbered.seq, settle);
      this.#channel.write(`${JSON.stringify(numbered)}\n`);
    });
  }

  /** Kills the process group, and resolves when the process has ended. */
  async end(): Promise<void> {
    this.kill();
    await this.#exited;
  }

  kill = (): void => this.#group.kill();

  #print = (text: string): void => {
    this.#log.add(text);
  };

  #read = (chunk: Buffer): void => {
    if (!this.#lines.push(chunk)) this.#giveUp(`a method returned more than ${MOST_REPLY_MB} MB`);
  };

  #take(line: string): void {
    const message = parsed(line);
    if (message === undefined) this.#giveUp('the SDK wrote invalid data to the channel of the driver');
    else if ('kind' in message) this.#uncaught = message;
    else this.#waiting.get(message.seq)?.({ kind: 'reply', reply: message.reply });
  }

  #giveUp(how: string): void {
    this.#end ??= { kind: 'ended', how };
    this.kill();
  }

  #close(end: ProcessEnd): void {
    this.#end ??= this.#described(end);
    for (const settle of this.#waiting.values()) settle(this.#end);
  }

  #described(end: ProcessEnd): Ended {
    if (this.#uncaught !== undefined)
      return { kind: 'ended', how: `uncaught ${this.#uncaught.detail}`, error: this.#uncaught.error };
    const how =
      end.kind === 'signalled' && end.signal === 'SIGABRT'
        ? `it was ended by SIGABRT; ${OUT_OF_MEMORY}`
        : endWords(end);
    if (end.kind !== 'exited') return { kind: 'ended', how };
    const words = this.#log.end(MOST_WORDS).trim();
    return { kind: 'ended', how: words === '' ? how : `${how}; its output ends: ${words}`, exitCode: end.exitCode };
  }
}

const OUT_OF_MEMORY = `Node.js sends this signal if the heap exceeds ${HEAP_MB} MB`;

type Message = { readonly seq: number; readonly reply: Reply } | LastError;

function parsed(line: string): Message | undefined {
  try {
    return JSON.parse(line) as Message;
  } catch {
    return undefined;
  }
}
