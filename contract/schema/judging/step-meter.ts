import type { Ajv2020 } from 'ajv/dist/2020.js';
import { UndecidedValue } from '../../patterns/undecided-match.js';

/** Largest number of schemas applied to validate one value; takes a fraction of a second. */
const MOST_VALIDATION_STEPS = 2_000_000;
/** Largest number of schemas applied to explain all errors of a value. Beyond it, only the first error is returned. */
export const MOST_EXPLAINING_STEPS = 200_000;

/**
 * Counts the schemas that are applied to a value and its parts. Alternatives that refer back to themselves take time
 * exponential in the depth of the value, because each alternative is tried for each part inside each enclosing
 * alternative.
 */
export class StepMeter {
  /** Number of steps for all values so far. */
  taken = 0;
  #most = MOST_VALIDATION_STEPS;
  #left = MOST_VALIDATION_STEPS;

  /** Starts the count for the next value. */
  begin(most = MOST_VALIDATION_STEPS): void {
    this.#most = most;
    this.#left = most;
  }

  /** Throws `UndecidedValue` when the limit is exceeded. */
  take(steps = 1): void {
    this.taken += steps;
    this.#left -= steps;
    if (this.#left < 0) throw new UndecidedValue(`a value was not judged within ${this.#most} steps`);
  }
}

/** The keyword that is added to copies of schemas for counting. */
export const STEP_KEYWORD = 'parityStep';

export function addStepKeyword(ajv: Ajv2020, meter: StepMeter): void {
  ajv.addKeyword({
    keyword: STEP_KEYWORD,
    schema: false,
    errors: false,
    validate: () => {
      meter.take();
      return true;
    },
  });
}
