import type { Socket } from 'node:net';
import { isSafeMethod } from '../../contract/wire/safe-method.js';
import { type HttpBounds, type HttpReply, type HttpRequest, exchangeHttp } from '../../surfaces/http/http-exchange.js';
import { Client, type Connector, buildConnector } from '../../surfaces/http/undici-core.js';
import { waitForPort } from './wait-for-port.js';
import { type InterimFilter, withoutInterim } from './without-interim.js';
import { type ReadWritten, WrittenBytes, recordWrites } from './written-request.js';

/**
 * How an unsafe request is sent, given that a reused connection may close before the reply. `never`: unsafe requests
 * never use a reused connection. `resend`: the request is sent again, because the backend has no state. `rerun`: the
 * first failure is inconclusive; the caller resets the state and runs the case again.
 */
export type Repetition = 'never' | 'resend' | 'rerun';

/**
 * Connections to one origin.
 * - If a reused connection closes before the head of a reply, the service is not at fault: it may have closed the
 *   connection before the request arrived (RFC 9112 §9.3.1). So only a failure on a new connection counts.
 * - A repeatable request uses a reused connection. If it fails there, it is sent once more on a new connection.
 * - Other requests may have a second effect if they are sent twice (RFC 9110 §9.2.2), so `Repetition` states how they
 *   are sent.
 * - No idle connection stays open while another connection is in use, because a service with one worker may serve its
 *   connections one by one.
 */
export class Connections {
  /**
   * Opens a connection. It has no timeout of its own, because the time limits of an exchange include the time to
   * connect.
   */
  readonly #connect: Connector;
  readonly #open = new Set<Connection>();
  #idle: Connection | undefined;
  #closed = false;
  #repetition: Repetition;

  constructor(
    readonly origin: string,
    repetition: Repetition = 'never',
    /** The certificate of a private certificate authority, as PEM. */
    { ca }: { readonly ca?: string } = {},
  ) {
    this.#connect = waitForPort(buildConnector({ timeout: 0, ...(ca !== undefined && { ca }) }));
    this.#repetition = repetition;
  }

  /**
   * Makes one exchange. Never rejects. `repeatable` means that the request may be sent twice without a further effect.
   * PUT and DELETE are idempotent (RFC 9110 §9.2.2), but not repeatable here: if a service fails after it has made the
   * change, a second request might get a different reply, which would hide the failure.
   */
  async exchange(
    request: HttpRequest,
    bounds: HttpBounds,
    repeatable = isSafeMethod(request.method),
    onWrite?: OnWrite,
  ): Promise<HttpReply> {
    const kept = this.#idle;
    this.#idle = undefined;
    if (kept === undefined || !(repeatable || this.#repetition !== 'never')) {
      this.#drop(kept);
      return (await this.#send(this.#fresh(), request, bounds, onWrite)).reply;
    }
    const started = performance.now();
    const { reply, inconclusive } = await this.#send(kept, request, bounds, onWrite);
    if (inconclusive && !repeatable && this.#repetition === 'rerun') {
      this.#repetition = 'never';
      return NOT_ARRIVED;
    }
    const remainingMs = Math.ceil(bounds.timeoutMs - (performance.now() - started));
    if (!inconclusive || remainingMs <= 0) return reply;
    return (await this.#send(this.#fresh(), request, { ...bounds, timeoutMs: remainingMs }, onWrite)).reply;
  }

  /** Closes all connections. Exchanges in progress fail. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#open].map((connection) => connection.destroy()));
    this.#open.clear();
  }

  async #send(
    connection: Connection | undefined,
    request: HttpRequest,
    bounds: HttpBounds,
    onWrite: OnWrite | undefined,
  ): Promise<Attempt> {
    if (connection === undefined)
      return { reply: { kind: 'failed', reason: 'the connections were closed' }, inconclusive: false };
    const attempt = await connection.exchange(request, bounds, onWrite);
    connection.busy = false;
    const othersBusy = [...this.#open].some(({ busy }) => busy);
    if (attempt.reply.kind === 'response' && !attempt.inconclusive && !othersBusy && !this.#closed)
      this.#idle = connection;
    else this.#drop(connection);
    return attempt;
  }

  #fresh(): Connection | undefined {
    if (this.#closed) return undefined;
    const connection = new Connection(this.origin, this.#connect);
    this.#open.add(connection);
    return connection;
  }

  #drop(connection: Connection | undefined): void {
    if (connection === undefined) return;
    this.#open.delete(connection);
    void connection.destroy();
  }
}

type OnWrite = (read: ReadWritten) => void;

interface Attempt {
  readonly reply: HttpReply;
  /** True if the connection was reused and gave no reply. Perhaps the service never received the request. */
  readonly inconclusive: boolean;
}

/**
 * One connection, which carries one request at a time. undici opens it for the first request, and again if the service
 * has closed it.
 */
class Connection {
  readonly #client: Client;
  #socket: Socket | undefined;
  #filter: InterimFilter | undefined;
  #written: WrittenBytes | undefined;
  busy = false;

  constructor(origin: string, connect: Connector) {
    this.#client = new Client(origin, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) =>
        connect(options, (...result) => {
          if (result[0] === null) this.#opened(result[1]);
          callback(...result);
        }),
    });
  }

  async exchange(request: HttpRequest, bounds: HttpBounds, onWrite?: OnWrite): Promise<Attempt> {
    this.busy = true;
    const used = this.#socket;
    this.#written = onWrite && new WrittenBytes();
    if (this.#written !== undefined) onWrite?.(this.#written.read);
    this.#filter?.begin();
    const reply = await exchangeHttp(this.#client, request, bounds);
    return { reply, inconclusive: used !== undefined && used === this.#socket && hasNoReply(reply) };
  }

  destroy(): Promise<void> {
    return this.#client.destroy(CLOSED);
  }

  #opened(socket: Socket): void {
    this.#socket = socket;
    this.#filter = withoutInterim(socket);
    recordWrites(socket, () => this.#written);
  }
}

/**
 * One error for all closed connections. undici would create an error for each connection, and recording the stack of an
 * error takes a tenth of the time of a connection.
 */
const CLOSED = new Error('the connection was closed');

const NOT_ARRIVED: HttpReply = {
  kind: 'failed',
  reason: 'a reused connection was closed before the reply, perhaps before the request arrived',
  unanswered: true,
  inconclusive: true,
};

/**
 * True if the request got no reply. A 408 also counts as no reply: before a server closes an idle connection, it may
 * write a 408, which answers no request (RFC 9110 §15.5.9).
 */
function hasNoReply(reply: HttpReply): boolean {
  return reply.kind === 'response' ? reply.status === 408 : reply.kind === 'failed' && reply.unanswered === true;
}
