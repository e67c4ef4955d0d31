/**
 * The maximum number of steps for the cases of one operation and kind. It is ten times the number that the largest
 * operations of published contracts need.
 */
export const MOST_CASE_STEPS = 8_000_000;

/**
 * Thrown when a step budget is exhausted. It is not a `RangeError`, because a `RangeError` means that a value is nested
 * too deeply.
 */
export class BudgetSpent extends Error {}

/** A budget of work steps. It counts steps instead of time, so that the same schema always gives the same cases. */
export class WorkBudget {
  #left: number;
  #wasShort = false;

  constructor(steps = MOST_CASE_STEPS) {
    this.#left = steps;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new BudgetSpent('the step budget is exhausted');
  }

  renew(steps = MOST_CASE_STEPS): void {
    this.#left = steps;
  }

  /**
   * Runs `work` with half of the remaining budget, so that the other half stays for later work. Returns `undefined` if
   * half of the budget is not enough.
   */
  withHalf<T>(work: () => T): T | undefined {
    const kept = Math.floor(this.#left / 2);
    if (!Number.isFinite(kept)) return work();
    this.#left -= kept;
    try {
      return work();
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      this.#wasShort = true;
      this.#left = 0;
      return undefined;
    } finally {
      this.#left += kept;
    }
  }

  /** Runs optional work with half of the remaining budget. The work is cut off if it needs more. */
  withHalfForMore(work: () => void): void {
    const wasShort = this.#wasShort;
    this.withHalf(work);
    this.#wasShort = wasShort;
  }

  /** True if some required work needed more than half of the remaining budget. */
  get wasShort(): boolean {
    return this.#wasShort;
  }
}

export function unlimited(): WorkBudget {
  return new WorkBudget(Infinity);
}
