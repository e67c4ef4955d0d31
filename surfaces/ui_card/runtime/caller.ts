import type { Answer } from './answer.js';
import { buildRequest } from './build-request.js';
import { callService } from './call-service.js';
import type { CardOperation } from './card-model.js';
import type { CardEvent } from './event-reader.js';

/** Performs one call with the arguments that are there. Rejects where nothing came back, with a `RefusedError` where nothing was sent. */
export type Caller = (
  operation: CardOperation,
  args: ReadonlyMap<string, unknown>,
  signal: AbortSignal,
  tell: (event: CardEvent) => void,
) => Promise<Answer>;

/** Where calls go, as entered at that moment. */
export interface Connection {
  readonly base: string;
  readonly token: string;
}

/** Calls of a page: straight to the service. */
export function pageCaller(connection: () => Connection): Caller {
  return async (operation, args, signal, tell) => {
    const { base, token } = connection();
    return callService(base, operation, buildRequest(operation, args, token), signal, tell);
  };
}
