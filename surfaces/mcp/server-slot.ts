import { ParityError } from '../../contract/parity-error.js';
import type { Connection } from './connection.js';

/** The server for one token: started when first needed, and once more after it died. */
export class ServerSlot {
  #connection: Promise<Connection> | undefined;
  #deaths = 0;

  constructor(private readonly open: () => Promise<Connection>) {}

  connection(): Promise<Connection> {
    if (this.#deaths > 1) {
      const message = 'The tool server died twice and is not started again.';
      return Promise.reject(new ParityError('surface-unavailable', message, 'See the first crash: mend what ended the server.'));
    }
    this.#connection ??= this.open();
    return this.#connection;
  }

  /** The server died by itself. */
  async bury(): Promise<void> {
    this.#deaths += 1;
    await this.discard();
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
