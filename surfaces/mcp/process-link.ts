import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../contract/json/json.js';
import { afterReading } from '../http/after-reading.js';
import { LineReader } from '../process/line-reader.js';
import { LogTail } from '../process/log-tail.js';
import { isOversized } from '../shown-json.js';
import { OVERSIZED_RESULT } from './result-outcome.js';

export interface ProcessOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * A tool server as a process, MCP's stdio transport. The official one hides lines that are no messages and ends a
 * process alone; this one keeps the first such line and ends the whole process group.
 */
export class ProcessLink implements Transport {
  /** What the server writes to standard error. */
  readonly log = new LogTail();
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];

  readonly #options: ProcessOptions;
  readonly #lines = new LineReader(MOST_LINE_LENGTH, (line, isUtf8) => this.#receive(line, isUtf8));
  #child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  #ended: Promise<void> = Promise.resolve();
  #death: string | undefined;
  #noise: string | undefined;
  /** Of the call that is under way: a server has one at a time. */
  #called: RequestId | undefined;

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    const [file = '', ...args] = this.#options.command;
    const child = spawn(file, args, { cwd: this.#options.cwd, env: this.#options.env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    this.#child = child;
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.on('data', (chunk: Buffer) => this.log.add(chunk));
    child.stdin.on('error', (error) => this.onerror?.(error));
    // One listener a running server is no leak, which Node would warn of.
    process.setMaxListeners(process.getMaxListeners() + 1).once('exit', this.#killGroup);
    this.#ended = this.#watch(child);
    return new Promise((resolve, reject) => {
      child.once('spawn', resolve).once('error', reject);
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const child = this.#child;
    if (child === undefined || this.#death !== undefined) return Promise.reject(new Error('the server is not running'));
    this.#called = 'method' in message && message.method === 'tools/call' && 'id' in message ? message.id : undefined;
    return new Promise((resolve, reject) => {
      child.stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Asks the server to end (end of input, then SIGTERM), and ends the group after a second. */
  async close(): Promise<void> {
    this.#child?.stdin.end();
    this.#signal('SIGTERM');
    await this.ending(GRACE_MS);
    this.#killGroup();
    await this.#ended;
  }

  /** Resolves when the process has ended, or after so many milliseconds. */
  async ending(patienceMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    await Promise.race([this.#ended, patience]);
    clearTimeout(timer);
  }

  /** How the process ended, once it has. */
  get death(): string | undefined {
    return this.#death;
  }

  /** The end of what it wrote to stderr; empty or a clause to append to a message. */
  get lastWords(): string {
    const words = this.log.end(MOST_STDERR).trim();
    return words === '' ? '' : `; its stderr ends: ${words}`;
  }

  /** The first line on stdout since the last time that was no message. */
  takeNoise(): string | undefined {
    const noise = this.#noise;
    this.#noise = undefined;
    return noise;
  }

  #read(chunk: Buffer): void {
    if (this.#lines.push(chunk)) return;
    this.#death ??= `the server was ended, for it wrote a line of more than ${MOST_LINE_LENGTH} bytes`;
    this.#killGroup();
  }

  #receive(line: string, isUtf8: boolean): void {
    // MCP 2025-11-25, Transports: messages are UTF-8.
    const message = isUtf8 ? (oversizedReply(line, this.#called) ?? messageOf(line)) : undefined;
    if (message !== undefined) this.onmessage?.(message);
    else if (line.trim() !== '') this.#noise ??= line.slice(0, 300);
  }

  /** Resolves when the process has ended and its output is read, or cannot be read to its end because a child of its holds it open. */
  #watch(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      child.on('error', (error) => {
        // Only a start that failed is an end; a signal that could not be sent is not.
        if (child.pid !== undefined) return;
        this.#death = error.message;
        resolve();
      });
      child.once('exit', (code, signal) => {
        this.#death ??= signal === null ? `the server exited with code ${code ?? 'unknown'}` : `the server was ended by ${signal}`;
        const patience = setTimeout(() => afterReading(resolve), PATIENCE_MS);
        child.once('close', () => {
          clearTimeout(patience);
          resolve();
        });
      });
    });
    return ended.then(() => {
      process.setMaxListeners(process.getMaxListeners() - 1).off('exit', this.#killGroup);
      this.onclose?.();
    });
  }

  #killGroup = (): void => this.#signal('SIGKILL');

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      // A negative id is the process group, which the child leads because it is `detached` (kill(2)).
      process.kill(-pid, signal);
    } catch {
      // Nobody of the group is left, or the platform has no groups.
      this.#child?.kill(signal);
    }
  }
}

const GRACE_MS = 1_000;
const PATIENCE_MS = 200;
const MOST_STDERR = 2_000;
const MOST_LINE_LENGTH = 16 * 1024 * 1024;

/** In place of a reply that is more than is read; `undefined` where it is not, or no call waits for one. */
function oversizedReply(line: string, id: RequestId | undefined): JSONRPCMessage | undefined {
  if (id === undefined || !isOversized(line)) return undefined;
  return { jsonrpc: '2.0', id, result: { [OVERSIZED_RESULT]: true, isError: /"isError"\s*:\s*true/.test(line) } };
}

/** A JSON-RPC message as MCP has it (2025-11-25, Messages). Nothing deeper is looked at, so that what was sent can be judged. */
function messageOf(line: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isJsonObject(value) || value['jsonrpc'] !== '2.0') return undefined;
    const known = typeof value['method'] === 'string' || isJsonObject(value['result']) || isJsonObject(value['error']);
    return known ? (value as unknown as JSONRPCMessage) : undefined;
  } catch {
    return undefined;
  }
}
