import type { RequestMessage } from '../../contract/wire/message.js';
import { isSafeMethod } from '../../contract/wire/safe-method.js';
import type { FailedResponse, WireResponse } from '../../surfaces/exchange.js';

/**
 * Statuses that show that the service did not understand or find the request (RFC 9110 §15.5). A request that is
 * answered with one of them changed no state. Statuses for limits, locks, conflicts and credentials are excluded,
 * because a service may count such requests.
 */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 405, 411, 413, 414, 415, 422]);

/** Tracks whether a request since the last reset may have changed the state of the service. */
export class StateChanges {
  readonly #inProgress = new Set<RequestMessage>();
  #isMarked = false;
  #isRefused = false;

  /** True if the service accepted an unsafe request, or has not answered it yet. */
  get mayHaveChanged(): boolean {
    return this.#isMarked || this.#inProgress.size > 0;
  }

  /** True if the service refused an unsafe request. In this case, only a faulty service has changed its state. */
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
    // A service that closed the connection may have crashed, so its state may have changed.
    const isBroken = reply.kind === 'failed' && reply.silent !== true;
    if (!this.#inProgress.delete(request) && !isBroken) return;
    if (reply.kind === 'response' && REFUSALS.has(reply.status)) this.#isRefused = true;
    else this.#isMarked = true;
  }

  /** Called after a reset. Requests in progress are not cleared, because they may still change the state. */
  clear(): void {
    this.#isMarked = false;
    this.#isRefused = false;
  }
}
