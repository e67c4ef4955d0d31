import { byteLength } from '../../../surfaces/http/body-excerpt.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Turn } from './turns.js';

/**
 * The maximum total size of the bodies in observations that wait for other surfaces, in bytes. Data derived from these
 * bodies takes several times as much memory.
 */
const MOST_WAITING_BYTES = 32 * 1024 * 1024;

/**
 * The maximum number of observations that a run stores while its trials wait for their turn to be judged. When this
 * number is reached, the lanes of the run wait.
 */
const MOST_HELD = 4096;

/** The total size, in bytes, of the bodies in an observation. */
export function keptBytes({ exchanges }: Observation): number {
  return exchanges.reduce((sum, { request, response }) => {
    const reply = response.kind === 'response' && response.body instanceof Uint8Array ? byteLength(response.body) : 0;
    return sum + request.body.byteLength + reply;
  }, 0);
}

/**
 * Limits how far fast lanes run ahead of slow lanes, because observations that wait for slow lanes take memory. The
 * slowest lane never waits, so every trial is completed.
 */
export class Pace {
  readonly #next = new Map<string, number>();
  #waiting: (() => void)[] = [];
  #bytes = 0;
  #held = 0;

  constructor(private readonly turn?: Turn) {}

  /** Counts an observation that waits for other surfaces. `bytes` is the size of its bodies. */
  hold(bytes: number): void {
    this.#bytes += bytes;
    this.#held += 1;
  }

  release(bytes: number, observations: number): void {
    this.#bytes -= bytes;
    this.#held -= observations;
    this.#wake();
  }

  /** Resolves when the lane may run the case with this number. */
  async before(lane: string, index: number): Promise<void> {
    this.#next.set(lane, index);
    this.#wake();
    if (this.#held >= MOST_HELD || this.#bytes > MOST_WAITING_BYTES) await this.turn?.come;
    while (this.#bytes > MOST_WAITING_BYTES && this.#isAhead(index))
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Called when the lane has run its last case. */
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
