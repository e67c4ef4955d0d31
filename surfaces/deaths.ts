import type { OperationId } from '../contract/operation.js';
import { ParityError } from '../contract/parity-error.js';
import type { SurfaceId } from './observation.js';

/** Calls of one operation, without an outcome between them, that may end the surface: each costs a start. */
export const MAX_DEATHS = 10;

/**
 * Counts how often calls have ended what a session drives. A death is a `crash` of its own case alone: the next case meets a
 * fresh start, so that no case is blamed for the death of another.
 */
export class Deaths {
  readonly #inARow = new Map<OperationId, number>();
  #last = '';

  constructor(private readonly surface: SurfaceId) {}

  /** An outcome came. */
  survived(operation: OperationId): void {
    this.#inARow.delete(operation);
  }

  died(operation: OperationId, how: string): void {
    this.#inARow.set(operation, (this.#inARow.get(operation) ?? 0) + 1);
    this.#last = how;
  }

  /** Throws `surface-dies` where it would only die again; who asks for more of that is counted from the beginning. */
  assertViable(operation: OperationId): void {
    if ((this.#inARow.get(operation) ?? 0) < MAX_DEATHS) return;
    this.#inARow.delete(operation);
    throw new ParityError(
      'surface-dies',
      `${this.surface} died in ${MAX_DEATHS} calls of ${operation} in a row; the rest of them was not made. At last: ${this.#last}`,
      `Run \`parity smoke --surface ${this.surface}\`, and mend what ends it.`,
    );
  }
}
