import type { RequestMessage } from '../../contract/wire/message.js';
import type { Exchange, FailedResponse, WireResponse } from '../../surfaces/exchange.js';

/** A request that has arrived, with its reply as soon as there is one. */
export interface Arrived {
  request: RequestMessage;
  readonly arrivedAt: number;
  /** Reads the request from the bytes that were written, if the tap itself wrote them. */
  written?: () => RequestMessage | undefined;
  response: WireResponse | FailedResponse | undefined;
}

/** The exchanges of a tap since they were last taken, in order of arrival. */
export class Arrivals {
  #arrived: Arrived[] = [];
  readonly #pending = new Set<object>();
  #idle: (() => void) | undefined;

  constructor(private readonly settleMs = SETTLE_MS) {}

  add(request: RequestMessage): Arrived {
    const arrived: Arrived = { request, response: undefined, arrivedAt: Date.now() };
    this.#arrived.push(arrived);
    return arrived;
  }

  /** `work` is in progress: `take` waits for it for a short time. */
  begin(work: object): void {
    this.#pending.add(work);
  }

  end(work: object): void {
    this.#pending.delete(work);
    if (this.#pending.size === 0) this.#idle?.();
  }

  /** Waits once for requests that are still in progress, and returns these as unanswered. */
  async take(): Promise<readonly Exchange[]> {
    if (this.#pending.size > 0) await this.#settled();
    const taken = this.#arrived;
    if (taken.length > 0) this.#arrived = [];
    return taken.map(({ request, response, arrivedAt, written }) => ({
      request: written?.() ?? request,
      response: response ?? UNANSWERED,
      arrivedAt,
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
 * Time for replies that arrive after a surface gave up on its call. A healthy service answers within it, even on a
 * machine under load.
 */
const SETTLE_MS = 3000;
const UNANSWERED: FailedResponse = { kind: 'failed', reason: 'no reply until the call had ended' };
