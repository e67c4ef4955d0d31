import type { Case } from '../../../../contract/case.js';
import type { KeptState } from '../../../../surfaces/observation.js';
import type { BackendInstance } from '../../../backends/backend.js';
import type { StateChanges } from '../../../tap/state-changes.js';

/**
 * Resets the service before each call that may depend on a changed state. After a call that may have changed the state,
 * the service is reset before every further call. The only exception is an invalid call directly after a refused call
 * of the same operation, because its refusal does not depend on the state.
 */
export class InitialState {
  #previous: string | undefined;
  #resets = 0;

  constructor(
    private readonly changes: StateChanges,
    private readonly backend: BackendInstance,
    /** Called after each reset. */
    private readonly wasReset: () => void = () => undefined,
  ) {}

  /** Resets the service if needed. `next` is the case that runs next. Without `next`, any call may follow. */
  async restore(next?: Case): Promise<void> {
    const isUnmoved = next !== undefined && next.operation === this.#previous && isRefusedForItsForm(next);
    this.#previous = next?.operation;
    if (!this.changes.mayHaveChanged && (isUnmoved || !this.changes.wasRefused)) return;
    await this.reset();
  }

  async reset(): Promise<void> {
    if (this.backend.reset !== undefined) {
      await this.backend.reset();
      this.#resets += 1;
      this.wasReset();
    }
    this.changes.clear();
  }

  /** The number of resets so far. */
  get resets(): number {
    return this.#resets;
  }

  /** Compares the collection before and after a call. If it changed, marks the state as changed. */
  compare({ before, after }: KeptState): void {
    if (before.length !== after.length || before.some((text, index) => text !== after[index])) this.changes.mark();
  }
}

function isRefusedForItsForm({ expect, setup, sequence }: Case): boolean {
  return (expect.kind === 'rejected' || expect.kind === 'refused') && setup === undefined && sequence !== true;
}
