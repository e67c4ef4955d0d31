import type { Ajv2020 } from 'ajv/dist/2020.js';
import { UndecidedValue } from '../../patterns/undecided-match.js';

/** Schemas that judging one value may apply, at most: a fraction of a second. */
const MOST_VALIDATION_STEPS = 2_000_000;
/** The same for explaining what is wrong with it, which a first error can stand for. */
export const MOST_EXPLAINING_STEPS = 200_000;

/**
 * Counts the schemas that are applied to a value and its parts. Alternatives that refer back to themselves take exponential time in
 * the depth of the value: each of them is tried for each part, inside each of those around it.
 */
export class StepMeter {
  /** Of all values so far. */
  taken = 0;
  #most = MOST_VALIDATION_STEPS;
  #left = MOST_VALIDATION_STEPS;

  /** Another value is judged. */
  begin(most = MOST_VALIDATION_STEPS): void {
    this.#most = most;
    this.#left = most;
  }

  /** Throws `UndecidedValue` beyond the bound. */
  take(steps = 1): void {
    this.taken += steps;
    this.#left -= steps;
    if (this.#left < 0) throw new UndecidedValue(`a value was not judged within ${this.#most} steps`);
  }
}

/** The keyword that our copies of schemas bear to be counted. */
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
