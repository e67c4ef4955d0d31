import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { LineReader } from '../../process/line-reader.js';
import { ClientCalls } from './client-calls.js';
import { loadClientClass } from './client-class.js';
import { thrownDetail } from './thrown-outcome.js';
import { CHANNEL, type LastError, type Numbered, type Order, type Reply, type StartOrder } from './worker-messages.js';

/** The maximum length of a message from the driver (an `Order`), in bytes. The messages for cases are far shorter. */
const MOST_LENGTH = 256 * 1024 * 1024;

/**
 * Imports an SDK and makes the calls that the driver orders. It runs in a process of its own, together with the SDK.
 */
class Worker {
  #calls: ClientCalls | undefined;

  constructor(private readonly channel: Socket) {}

  async take(line: string): Promise<void> {
    const order = JSON.parse(line) as Numbered<Order>;
    const reply = await this.#reply(order, line);
    // The reply is written only after unhandled rejections of this turn were reported. Such a rejection belongs to this
    // call, and ends the process.
    setImmediate(() => this.channel.write(`{"seq":${order.seq},"reply":${reply}}\n`));
  }

  async #reply(order: Order, line: string): Promise<string> {
    if (order.kind === 'start') return JSON.stringify(await this.#start(order));
    if (this.#calls === undefined)
      return JSON.stringify({ kind: 'failed', reason: 'the module is not loaded' } satisfies Reply);
    switch (order.kind) {
      case 'call':
        return `{"kind":"outcome","outcome":${await this.#calls.outcomeText(order, line)}}`;
      case 'inventory':
        return JSON.stringify(inventory(this.#calls, order.token));
      case 'stop':
        await this.#calls.close();
        return JSON.stringify({ kind: 'stopped' } satisfies Reply);
      default:
        return order satisfies never;
    }
  }

  async #start({ file, export: name, settings }: StartOrder): Promise<Reply> {
    const loaded = await loadClientClass(file, name);
    if (loaded.kind === 'unavailable') return loaded;
    this.#calls = new ClientCalls(loaded, settings);
    return { kind: 'ready', observes: loaded.observes };
  }
}

function inventory(calls: ClientCalls, token: string): Reply {
  try {
    return { kind: 'inventory', entries: calls.inventory(token) };
  } catch (thrown) {
    return { kind: 'failed', reason: thrownDetail(thrown).detail };
  }
}

/**
 * Sends an uncaught error to the driver. The error then ends the process, as it would end the program of a user. The
 * message is written synchronously, because the process would end before an asynchronous write.
 */
function reportUncaught(thrown: unknown): void {
  const last: LastError = { kind: 'uncaught', ...thrownDetail(thrown) };
  writeSync(CHANNEL, `${JSON.stringify(last)}\n`);
}

const channel = new Socket({ fd: CHANNEL });
const worker = new Worker(channel);
const lines = new LineReader(MOST_LENGTH, (line) => void worker.take(line));
process.on('uncaughtExceptionMonitor', reportUncaught);
channel.on('data', (chunk) => lines.push(chunk));
// The driver has ended. The process is killed, because handlers of the SDK must not keep it alive.
channel.on('close', () => process.kill(process.pid, 'SIGKILL'));
