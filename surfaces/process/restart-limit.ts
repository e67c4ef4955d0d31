import type { OperationId } from '../../contract/operation.js';
import { ParityError } from '../../contract/parity-error.js';
import type { SurfaceId } from '../observation.js';

/**
 * How many calls of one operation in a row may end the process of the surface. After each of these calls, the process
 * is restarted.
 */
export const MAX_RESTARTS = 10;

/**
 * Limits how often a session restarts its process because of one operation. The outcome of the call that ends the
 * process is `crash`. The next call runs in a new process.
 */
export class RestartLimit {
  readonly #consecutive = new Map<OperationId, number>();
  #last = '';

  constructor(private readonly surface: SurfaceId) {}

  /** Sets the count of an operation to 0, after one of its calls has returned an outcome. */
  reset(operation: OperationId): void {
    this.#consecutive.delete(operation);
  }

  /** Counts a call that ended the process. `how` describes how the process ended. */
  count(operation: OperationId, how: string): void {
    this.#consecutive.set(operation, (this.#consecutive.get(operation) ?? 0) + 1);
    this.#last = how;
  }

  /** Throws `surface-dies` if the calls of the operation have reached the limit, and sets its count to 0. */
  assertNotReached(operation: OperationId): void {
    if ((this.#consecutive.get(operation) ?? 0) < MAX_RESTARTS) return;
    this.#consecutive.delete(operation);
    throw new ParityError(
      'surface-dies',
      `${this.surface} ended during ${MAX_RESTARTS} calls of ${operation} in a row; the remaining cases of the operation did not run. The last end: ${this.#last}`,
      `Run \`parity smoke --surface ${this.surface}\`, and fix the fault that ends the process.`,
    );
  }
}
