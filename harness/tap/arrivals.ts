import type { RequestMessage } from '../../contract/wire/message.js';
import type { Exchange, FailedResponse, WireResponse } from '../../surfaces/exchange.js';

/** A request that has arrived at the tap, and its reply as soon as there is one. */
export interface Arrived {
  request: RequestMessage;
  readonly arrivedAt: number;
  /** The host and port of the tap. Omitted for a request that was not sent to the tap. */
  readonly authority?: string;
  /** Returns the request as the tap wrote it to the service. `undefined` if the tap wrote none. */
  written?: () => RequestMessage | undefined;
  response: WireResponse | FailedResponse | undefined;
}

/** The exchanges of a tap since the last call of `take`, in order of arrival. */
export class Arrivals {
  #arrived: Arrived[] = [];
  readonly #pending = new Set<object>();
  #idle: (() => void) | undefined;

  constructor(private readonly settleMs = SETTLE_MS) {}

  add(request: RequestMessage, authority?: string): Arrived {
    const arrivedAt = Date.now();
    const arrived: Arrived = { request, response: undefined, arrivedAt, ...(authority !== undefined && { authority }) };
    this.#arrived.push(arrived);
    return arrived;
  }

  /** Marks `work` as in progress. `take` waits for it, for a limited time. */
  begin(work: object): void {
    this.#pending.add(work);
  }

  end(work: object): void {
    this.#pending.delete(work);
    if (this.#pending.size === 0) this.#idle?.();
  }

  /**
   * Returns the exchanges. Waits once for requests in progress. Requests that are then still in progress are returned
   * as unanswered.
   */
  async take(): Promise<readonly Exchange[]> {
    if (this.#pending.size > 0) await this.#settled();
    const taken = this.#arrived;
    if (taken.length > 0) this.#arrived = [];
    return taken.map(({ request, response, arrivedAt, authority, written }) => ({
      request: written?.() ?? request,
      response: response ?? UNANSWERED,
      arrivedAt,
      ...(authority !== undefined && { authority }),
    }));
  }

  async #settled(): Promise<void> {
    const ended = new Promise<void>((resolve) => (this.#idle = resolve));
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([ended, new Promise<void>((resolve) => (timer = setTimeout(resolve, this.settleMs)))]);
    clearTimeout(timer);
    this.#pending.clear();
    this.#idle = undefined;
  }
}

/**
 * The time to wait for replies after a surface has abandoned its call. A healthy service answers within this time, even
 * on a busy machine.
 */
const SETTLE_MS = 3000;
const UNANSWERED: FailedResponse = { kind: 'failed', reason: 'no reply before the call ended' };
