import type { Connection } from './connection.js';

/** The server process for one token. It is started for the first call, and started again if it has ended. */
export class ServerSlot {
  #connection: Promise<Connection> | undefined;

  constructor(private readonly open: () => Promise<Connection>) {}

  connection(): Promise<Connection> {
    this.#connection ??= this.open();
    return this.#connection;
  }

  /**
   * Ends the server, so that the next call starts a new one. Otherwise a request that is still pending could be
   * recorded in the next case.
   */
  async discard(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    // A server that did not start has nothing to end; its caller received the error.
    const opened = await connection?.catch(() => undefined);
    await Promise.allSettled([opened?.client.close(), opened?.link?.close()]);
  }
}
