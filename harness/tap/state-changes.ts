import type { RequestMessage } from '../../contract/wire/message.js';
import { isSafeMethod } from '../../contract/wire/safe-method.js';
import type { FailedResponse, WireResponse } from '../../surfaces/exchange.js';

/**
 * Statuses of a request that the service does not understand or does not know (RFC 9110 §15.5), so that it changes
 * nothing. Not those of limits, locks, conflicts and credentials: a service may count such requests.
 */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 405, 411, 413, 414, 415, 422]);

/** What the requests since the last reset may have done to the state of the service. */
export class StateChanges {
  readonly #inProgress = new Set<RequestMessage>();
  #isMarked = false;
  #isRefused = false;

  /** A request that is not safe may have changed the state, or still may: its reply is not a refusal. */
  get mayHaveChanged(): boolean {
    return this.#isMarked || this.#inProgress.size > 0;
  }

  /** A request that is not safe was refused: only a faulty service has changed its state. */
  get wasRefused(): boolean {
    return this.#isRefused;
  }

  mark(): void {
    this.#isMarked = true;
  }

  begin(request: RequestMessage): void {
    if (!isSafeMethod(request.method)) this.#inProgress.add(request);
  }

  end(request: RequestMessage, reply: WireResponse | FailedResponse): void {
    // A service that gave no reply may have ended.
    const isBroken = reply.kind === 'failed' && reply.silent !== true;
    if (!this.#inProgress.delete(request) && !isBroken) return;
    if (reply.kind === 'response' && REFUSALS.has(reply.status)) this.#isRefused = true;
    else this.#isMarked = true;
  }

  /** The state was reset. Requests in progress may still change it. */
  clear(): void {
    this.#isMarked = false;
    this.#isRefused = false;
  }
}
