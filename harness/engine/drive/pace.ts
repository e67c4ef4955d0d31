import { byteLength } from '../../../surfaces/http/body-excerpt.js';
import type { Observation } from '../../../surfaces/observation.js';

/**
 * The maximum size of bodies that wait for the observations of other surfaces. The data derived from them takes several
 * times as much memory.
 */
const MOST_WAITING_BYTES = 32 * 1024 * 1024;

/**
 * The maximum number of observations that wait for the turn of their backend run. When it is reached, the lanes wait.
 */
const MOST_HELD = 4096;

/**
 * The turn of a backend run that starts early. Its trials are judged after the trials of earlier runs, so that the
 * results do not depend on the speed of the runs.
 */
export class Turn {
  #isCome = false;
  #resolve: () => void = () => undefined;
  readonly come = new Promise<void>((resolve) => (this.#resolve = resolve));

  get isCome(): boolean {
    return this.#isCome;
  }

  begin(): void {
    this.#isCome = true;
    this.#resolve();
  }
}

/** Bytes of the bodies that an observation holds. */
export function keptBytes({ exchanges }: Observation): number {
  return exchanges.reduce((sum, { request, response }) => {
    const reply = response.kind === 'response' && response.body instanceof Uint8Array ? byteLength(response.body) : 0;
    return sum + request.body.byteLength + reply;
  }, 0);
}

/**
 * Limits how far fast lanes run ahead of slow lanes, because waiting observations fill the memory. The slowest lane
 * never waits, so that every trial completes.
 */
export class Pace {
  readonly #next = new Map<string, number>();
  #waiting: (() => void)[] = [];
  #bytes = 0;
  #held = 0;

  constructor(private readonly turn?: Turn) {}

  /** Counts an observation that waits for other surfaces, with the bytes of its bodies. */
  hold(bytes: number): void {
    this.#bytes += bytes;
    this.#held += 1;
  }

  release(bytes: number, observations: number): void {
    this.#bytes -= bytes;
    this.#held -= observations;
    this.#wake();
  }

  /** Resolves when the lane may run the case with this index. */
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
