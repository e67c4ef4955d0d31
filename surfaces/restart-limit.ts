import type { OperationId } from '../contract/operation.js';
import { ParityError } from '../contract/parity-error.js';
import type { SurfaceId } from './observation.js';

/**
 * The number of consecutive calls of one operation that may end the process of the surface. Each of these calls causes
 * a restart.
 */
export const MAX_RESTARTS = 10;

/**
 * Limits how often a session restarts its process after calls of one operation. Only the call during which the process
 * ended is a `crash`. The next call runs in a new process.
 */
export class RestartLimit {
  readonly #consecutive = new Map<OperationId, number>();
  #last = '';

  constructor(private readonly surface: SurfaceId) {}

  /** Resets the count of an operation after one of its calls returned an outcome. */
  reset(operation: OperationId): void {
    this.#consecutive.delete(operation);
  }

  /** Counts a call during which the process ended. `how` describes the end. */
  count(operation: OperationId, how: string): void {
    this.#consecutive.set(operation, (this.#consecutive.get(operation) ?? 0) + 1);
    this.#last = how;
  }

  /** If the limit is reached, throws `surface-dies` and sets the count of the operation to 0. */
  assertNotReached(operation: OperationId): void {
    if ((this.#consecutive.get(operation) ?? 0) < MAX_RESTARTS) return;
    this.#consecutive.delete(operation);
    throw new ParityError(
      'surface-dies',
      `${this.surface} ended during ${MAX_RESTARTS} calls of ${operation} in a row; the remaining cases of the operation did not run. The last time: ${this.#last}`,
      `Run \`parity smoke --surface ${this.surface}\`, and fix the fault that ends the process.`,
    );
  }
}
