import type { Case } from '../../../../contract/case.js';
import type { KeptState } from '../../../../surfaces/observation.js';
import type { BackendInstance } from '../../../backends/backend.js';
import type { StateChanges } from '../../../tap/state-changes.js';

/**
 * Resets a service before each call that could show a change of its state. After a call that may have changed
 * something, that is every call. After calls that were refused, it is every call but a further one of the same operation
 * that has to be refused for its form: that refusal depends on no state.
 */
export class InitialState {
  #previous: string | undefined;

  constructor(
    private readonly changes: StateChanges,
    private readonly backend: BackendInstance,
  ) {}

  /** `next`: the case that runs next; without it, any call may follow. */
  async restore(next?: Case): Promise<void> {
    const isUnmoved = next !== undefined && next.operation === this.#previous && isRefusedForItsForm(next);
    this.#previous = next?.operation;
    if (!this.changes.mayHaveChanged && (isUnmoved || !this.changes.wasRefused)) return;
    await this.backend.reset?.();
    this.changes.clear();
  }

  /** Compares the state that was read before and after a call. */
  compare({ before, after }: KeptState): void {
    if (before.length !== after.length || before.some((text, index) => text !== after[index])) this.changes.mark();
  }
}

function isRefusedForItsForm({ expect, setup, sequence }: Case): boolean {
  return (expect.kind === 'rejected' || expect.kind === 'refused') && setup === undefined && sequence !== true;
}
