import type { Socket } from 'node:net';
import type { RequestMessage } from '../../contract/wire/message.js';

/**
 * Requests that got no reply on a reused connection. HTTP libraries send those again by themselves, on another connection: to them the
 * connection may have been closed before the request arrived (RFC 9112 §9.3.1; browsers do so with every method). The surface made one
 * call and has no part in it, so that this is no second exchange. What fails on a fresh connection is not repeated so: whoever sends
 * it again decided to.
 */
export class UnansweredRequests {
  /** The call in which each connection was opened. */
  readonly #opened = new WeakMap<Socket, number>();
  readonly #used = new WeakSet<Socket>();
  readonly #requests: { readonly request: RequestMessage; repeats: number }[] = [];
  #call = 0;

  open(socket: Socket): void {
    this.#opened.set(socket, this.#call);
  }

  /** Once a request. Whether its connection was used before, or opened ahead of the call, as browsers do. */
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

  /** The next request belongs to another call. */
  clear(): void {
    this.#call += 1;
    this.#requests.length = 0;
  }
}

/** Chromium sends a request up to twice more, others once. */
const MAX_REPEATS = 2;

function isSame(one: RequestMessage, other: RequestMessage): boolean {
  return (
    one.method === other.method &&
    one.target === other.target &&
    one.headers.flat().join('\n') === other.headers.flat().join('\n') &&
    Buffer.compare(one.body, other.body) === 0
  );
}
