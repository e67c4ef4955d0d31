import type { Ajv2020 } from 'ajv/dist/2020.js';
import { UndecidedValue } from '../../patterns/undecided-match.js';

/**
 * The maximum number of steps to validate one value. A step applies one schema. This many steps take a fraction of a
 * second.
 */
const MOST_VALIDATION_STEPS = 2_000_000;
/**
 * The maximum number of steps to explain all errors of a value. If this is not enough, only the first error is
 * explained.
 */
export const MOST_EXPLAINING_STEPS = 200_000;

/**
 * Counts how often schemas are applied to a value and its parts. The number may be exponential in the depth of the
 * value. If alternatives are recursive, all of them are tried for each part of the value, and again in each enclosing
 * alternative.
 */
export class StepMeter {
  /** The total number of steps for all values so far. */
  taken = 0;
  #most = MOST_VALIDATION_STEPS;
  #left = MOST_VALIDATION_STEPS;

  /** Starts the count for the next value. */
  begin(most = MOST_VALIDATION_STEPS): void {
    this.#most = most;
    this.#left = most;
  }

  /** Counts steps. Throws `UndecidedValue` if the limit for the current value is exceeded. */
  take(steps = 1): void {
    this.taken += steps;
    this.#left -= steps;
    if (this.#left < 0) throw new UndecidedValue(`a value was not validated within ${this.#most} steps`);
  }
}

/**
 * A keyword that counts the steps of a validation, so that it can be stopped. It is added to the schema copies for Ajv.
 */
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
