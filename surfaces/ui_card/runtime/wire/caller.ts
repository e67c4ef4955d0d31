import type { Answer } from './answer.js';
import { buildRequest } from './build-request.js';
import { callService } from './call-service.js';
import type { CardOperation } from '../model/card-model.js';
import type { CardEvent } from './event-reader.js';

/**
 * Makes one call with the given arguments. Rejects if there is no reply. The error is a `RefusedError` if nothing was
 * sent.
 */
export type Caller = (
  operation: CardOperation,
  args: ReadonlyMap<string, unknown>,
  signal: AbortSignal,
  onEvent: (event: CardEvent) => void,
) => Promise<Answer>;

/** The connection settings that the user has entered. */
export interface Connection {
  readonly base: string;
  /** The base URLs of further servers. The key is the URL of the server in the contract. */
  readonly servers: ReadonlyMap<string, string>;
  readonly token: string;
}

/** Returns a function that calls the service directly from the page. */
export function pageCaller(connection: () => Connection): Caller {
  return async (operation, args, signal, onEvent) => {
    const { base: common, servers, token } = connection();
    // Operations of a server without its own base URL use the common base URL.
    const base = operation.servers?.map((url) => servers.get(url) ?? '').find((url) => url !== '') ?? common;
    return callService(base, operation, buildRequest(operation, args, token), signal, onEvent);
  };
}
