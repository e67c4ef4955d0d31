import type { Connection } from './connection.js';

/** The server for one token. It is started when it is first needed, and restarted after it ended. */
export class ServerSlot {
  #connection: Promise<Connection> | undefined;

  constructor(private readonly open: () => Promise<Connection>) {}

  connection(): Promise<Connection> {
    this.#connection ??= this.open();
    return this.#connection;
  }

  /** Ends the server; the next call starts a new one. A pending request must not reach the tap of the next case. */
  async discard(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    // A server that did not start has nothing to end; its caller received the error.
    const opened = await connection?.catch(() => undefined);
    await Promise.allSettled([opened?.client.close(), opened?.link?.close()]);
  }
}
