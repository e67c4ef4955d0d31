import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../contract/json/json.js';
import { LineReader } from '../../process/line-reader.js';
import { LogTail } from '../../process/log-tail.js';
import { type ProcessEnd, ProcessGroup, type ProcessOptions, endWords } from '../../process/process-group.js';
import { isOversized } from '../../shown-json.js';
import { OVERSIZED_RESULT } from './result-outcome.js';

/**
 * The stdio transport of MCP to a tool server that runs as a process. Unlike the official transport, it keeps the first
 * line that is not a message, so that the line can be reported. It also ends the whole process group and not only the
 * process.
 */
export class ProcessLink implements Transport {
  /** Standard error of the server. */
  readonly log = new LogTail();
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];

  readonly #options: ProcessOptions;
  readonly #lines = new LineReader(MOST_LINE_LENGTH, (line, isUtf8) => this.#receive(line, isUtf8));
  #group: ProcessGroup | undefined;
  #endReason: string | undefined;
  #noise: string | undefined;
  /** Id of the pending call. A server runs one call at a time. */
  #called: RequestId | undefined;

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const group = new ProcessGroup(this.#options);
    this.#group = group;
    const { stdin, stdout, stderr } = group.child;
    stdout?.on('data', (chunk: Buffer) => this.#read(chunk));
    stderr?.on('data', (chunk: Buffer) => this.log.add(chunk));
    stdin?.on('error', (error) => this.onerror?.(error));
    void group.ended.then((end) => this.#close(end));
    await new Promise<void>((resolve, reject) => {
      group.child.once('spawn', resolve).once('error', reject);
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#group?.child.stdin;
    if (!stdin || this.#endReason !== undefined) return Promise.reject(new Error('the server is not running'));
    this.#called = 'method' in message && message.method === 'tools/call' && 'id' in message ? message.id : undefined;
    return new Promise((resolve, reject) => {
      stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Asks the server to end: closes its input, then sends SIGTERM. After a second, kills its process group. */
  async close(): Promise<void> {
    this.#group?.child.stdin?.end();
    this.#group?.signal('SIGTERM');
    await this.ending(GRACE_MS);
    this.#group?.kill();
    await this.#group?.ended;
  }

  /** Resolves when the process has ended, or after the given number of milliseconds. */
  async ending(patienceMs: number): Promise<void> {
    await this.#group?.endedWithin(patienceMs);
  }

  /** A description of how the process ended; `undefined` before its end. */
  get endReason(): string | undefined {
    return this.#endReason;
  }

  /**
   * The last part of standard error as a clause that can be appended to a message, such as `; its stderr ends: …`.
   * Empty if the process wrote nothing.
   */
  get lastWords(): string {
    const words = this.log.end(MOST_STDERR).trim();
    return words === '' ? '' : `; its stderr ends: ${words}`;
  }

  /** Returns and forgets the first line on stdout that was not a message. */
  takeNoise(): string | undefined {
    const noise = this.#noise;
    this.#noise = undefined;
    return noise;
  }

  #read(chunk: Buffer): void {
    if (this.#lines.push(chunk)) return;
    this.#endReason ??= `the server was ended because it wrote a line of more than ${MOST_LINE_LENGTH} bytes`;
    this.#group?.kill();
  }

  #receive(line: string, isUtf8: boolean): void {
    // MCP 2025-11-25, Transports: messages are UTF-8.
    const message = isUtf8 ? (oversizedReply(line, this.#called) ?? messageOf(line)) : undefined;
    if (message !== undefined) this.onmessage?.(message);
    else if (line.trim() !== '') this.#noise ??= line.slice(0, 300);
  }

  #close(end: ProcessEnd): void {
    this.#endReason ??= endWords(end).replace(/^it /, 'the server ');
    this.onclose?.();
  }
}

const GRACE_MS = 1_000;
const MOST_STDERR = 2_000;
const MOST_LINE_LENGTH = 16 * 1024 * 1024;

/**
 * The message that replaces a reply which is too long to be read. `undefined` if the line is short enough, or if no
 * call is pending.
 */
function oversizedReply(line: string, id: RequestId | undefined): JSONRPCMessage | undefined {
  if (id === undefined || !isOversized(line)) return undefined;
  return { jsonrpc: '2.0', id, result: { [OVERSIZED_RESULT]: true, isError: /"isError"\s*:\s*true/.test(line) } };
}

/**
 * The JSON-RPC message in a line (MCP 2025-11-25, Messages). `undefined` if the line is not a message. The result in
 * the message is not validated here, because rules judge it.
 */
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
