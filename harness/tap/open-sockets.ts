import { once } from 'node:events';
import type { Socket } from 'node:net';

/** The open connections of a tap. */
export class OpenSockets {
  readonly #open = new Set<Socket>();

  open(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
  }

  /**
   * Ends every connection from this side. Most clients then close their side immediately; other clients close it before
   * their next request. After a short wait, all connections that are still open are destroyed.
   */
  async closeIdle(): Promise<void> {
    const sockets = [...this.#open];
    const closed = Promise.all(sockets.map(async (socket) => socket.destroyed || once(socket, 'close')));
    for (const socket of sockets) socket.end();
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([closed, new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)))]);
    clearTimeout(timer);
    for (const socket of sockets) socket.destroy();
  }
}

const CLOSE_MS = 250;
