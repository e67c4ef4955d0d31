/** Steps that making the cases of one operation and kind may take: ten times what the largest operations of published descriptions need. */
export const MOST_CASE_STEPS = 8_000_000;

/** Thrown where a budget is spent. Not a `RangeError`: those are taken for values that are too deep. */
export class BudgetSpent extends Error {}

/** Counts work, never time, so that the same schema always yields the same cases. */
export class WorkBudget {
  #left: number;
  #wasShort = false;

  constructor(steps = MOST_CASE_STEPS) {
    this.#left = steps;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new BudgetSpent('the step budget is spent');
  }

  renew(steps = MOST_CASE_STEPS): void {
    this.#left = steps;
  }

  /** Does a piece of work with half of what is left; `undefined` where that is not enough. The other half stays for what goes without it. */
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

  /** Whether half of it was not enough for something. */
  get wasShort(): boolean {
    return this.#wasShort;
  }
}

export function unlimited(): WorkBudget {
  return new WorkBudget(Infinity);
}
