import type { Socket } from 'node:net';
import type { RequestMessage } from '../../contract/wire/message.js';

/**
 * Requests without a reply on a reused connection. HTTP libraries repeat such a request on another connection, because
 * the first connection may have closed before the request arrived (RFC 9112 §9.3.1; browsers repeat every method). Such
 * a repetition does not count as a second exchange of the surface. Libraries do not repeat a request that failed on a
 * new connection, so a repetition after such a failure comes from the surface itself.
 */
export class UnansweredRequests {
  /** The number of the call during which each connection was opened. */
  readonly #opened = new WeakMap<Socket, number>();
  readonly #used = new WeakSet<Socket>();
  readonly #requests: { readonly request: RequestMessage; repeats: number }[] = [];
  #call = 0;

  open(socket: Socket): void {
    this.#opened.set(socket, this.#call);
  }

  /**
   * Called once for each request. Returns true if an earlier request used its connection, or if the connection was
   * opened before the current call. Browsers open connections in advance.
   */
  use(socket: Socket): boolean {
    const reused = this.#used.has(socket) || this.#opened.get(socket) !== this.#call;
    this.#used.add(socket);
    return reused;
  }

  add(request: RequestMessage): void {
    this.#requests.push({ request, repeats: 0 });
  }

  isRepeated(request: RequestMessage): boolean {
    const known = this.#requests.find((each) => each.repeats < MAX_REPEATS && isSame(each.request, request));
    if (known !== undefined) known.repeats += 1;
    return known !== undefined;
  }

  /** Starts the next call, and removes the requests of earlier calls. */
  clear(): void {
    this.#call += 1;
    this.#requests.length = 0;
  }
}

/** The maximum number of repetitions by a library. Chromium repeats a request up to twice, other clients once. */
const MAX_REPEATS = 2;

function isSame(one: RequestMessage, other: RequestMessage): boolean {
  return (
    one.method === other.method &&
    one.target === other.target &&
    one.headers.flat().join('\n') === other.headers.flat().join('\n') &&
    Buffer.compare(one.body, other.body) === 0
  );
}
