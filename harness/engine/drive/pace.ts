import { byteLength } from '../../../surfaces/http/body-excerpt.js';
import type { Observation } from '../../../surfaces/observation.js';

/** Bodies that may wait for the observations of other surfaces, in bytes; what is made of them takes several times as much. */
const MOST_WAITING_BYTES = 32 * 1024 * 1024;

/** Bytes of the bodies that an observation keeps. */
export function keptBytes({ exchanges }: Observation): number {
  return exchanges.reduce((sum, { request, response }) => {
    const reply = response.kind === 'response' && response.body instanceof Uint8Array ? byteLength(response.body) : 0;
    return sum + request.body.byteLength + reply;
  }, 0);
}

/**
 * Keeps fast lanes from running so far ahead of slow ones that what they recorded fills the memory. The lane that is
 * furthest behind never waits, so that every trial gets complete.
 */
export class Pace {
  readonly #next = new Map<string, number>();
  #waiting: (() => void)[] = [];
  #bytes = 0;

  /** What observations keep that wait for others. */
  hold(bytes: number): void {
    this.#bytes += bytes;
  }

  release(bytes: number): void {
    this.#bytes -= bytes;
    this.#wake();
  }

  /** Resolves when the lane may run the case of that index. */
  async before(lane: string, index: number): Promise<void> {
    this.#next.set(lane, index);
    this.#wake();
    while (this.#bytes > MOST_WAITING_BYTES && this.#isAhead(index)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The lane runs no further case. */
  end(lane: string): void {
    this.#next.delete(lane);
    this.#wake();
  }

  #isAhead(index: number): boolean {
    return [...this.#next.values()].some((other) => other < index);
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
