import { once } from 'node:events';
import type { Server } from 'node:http';
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

/**
 * The number of attempts to listen on a port. Another process may use the port for a single connection after a server
 * has stopped listening.
 */
const LISTEN_ATTEMPTS = 50;
const LISTEN_PAUSE_MS = 100;

/** Listens on the port; 0 means any free port. Rejects if the port stays in use. */
export async function listenOn(server: Server, port: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    server.listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      return;
    } catch (error) {
      if (attempt === LISTEN_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, LISTEN_PAUSE_MS));
    }
  }
}
