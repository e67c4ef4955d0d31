import type { Connection } from './connection.js';

/** The server for one token: started when first needed, and anew after it died. */
export class ServerSlot {
  #connection: Promise<Connection> | undefined;

  constructor(private readonly open: () => Promise<Connection>) {}

  connection(): Promise<Connection> {
    this.#connection ??= this.open();
    return this.#connection;
  }

  /** Ends the server; the next call gets a fresh one. What it still had under way must not reach the next case's tap. */
  async discard(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    // A server that never started has nothing to end, and has said so to who asked for it.
    const opened = await connection?.catch(() => undefined);
    await Promise.allSettled([opened?.client.close(), opened?.link?.close()]);
  }
}
