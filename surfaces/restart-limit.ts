import type { OperationId } from '../contract/operation.js';
import { ParityError } from '../contract/parity-error.js';
import type { SurfaceId } from './observation.js';

/**
 * The maximum number of consecutive calls of one operation that may end the surface. Each of these calls costs a
 * restart.
 */
export const MAX_RESTARTS = 10;

/**
 * Limits how often a session restarts its process after a call of one operation has ended it. Only the case of this
 * call is a `crash`: the next case runs on a new process.
 */
export class RestartLimit {
  readonly #consecutive = new Map<OperationId, number>();
  #last = '';

  constructor(private readonly surface: SurfaceId) {}

  /** Resets the count of an operation, after a call that returned an outcome. */
  reset(operation: OperationId): void {
    this.#consecutive.delete(operation);
  }

  /** Counts a call that has ended the process; `how` describes the end. */
  count(operation: OperationId, how: string): void {
    this.#consecutive.set(operation, (this.#consecutive.get(operation) ?? 0) + 1);
    this.#last = how;
  }

  /** Throws `surface-dies` if the limit is reached, and starts counting again. */
  assertNotReached(operation: OperationId): void {
    if ((this.#consecutive.get(operation) ?? 0) < MAX_RESTARTS) return;
    this.#consecutive.delete(operation);
    throw new ParityError(
      'surface-dies',
      `${this.surface} ended during ${MAX_RESTARTS} calls of ${operation} in a row; the remaining cases of the operation did not run. Last end: ${this.#last}`,
      `Run \`parity smoke --surface ${this.surface}\`, and fix what ends the process.`,
    );
  }
}
