import { decimalsOf } from './decimals.js';
import type { Offering, Surroundings } from './offering.js';

/** Numbers beside the middle of an interval that are tried where the middle itself is not of the class. */
const NEIGHBOURS = 12;
/** Numbers with more decimals than a price has by far are left as they are. */
const MAX_DECIMALS = 15;
/** From here on the powers of two and ten are tried before any number between them. */
const LARGE = 1024;
const ROUND_NUMBERS = [...powers(2, 53), ...powers(10, 15)].toSorted((a, b) => a - b);

/**
 * The number closest to zero that still holds, by bisection: right where all beyond some threshold hold. Decimals are
 * searched in units of their last place.
 */
export function* shrinkNumber<T>(value: number, around: Surroundings<T, number>): Offering<T, number> {
  if (value < 0 && (yield* around.offer(-value))) return yield* shrinkNumber(-value, around);
  const whole = Math.trunc(value);
  for (const nearby of Number.isInteger(value) ? [] : [whole, whole + Math.sign(value)]) {
    if (yield* around.offer(nearby)) return yield* shrinkNumber(nearby, around);
  }
  const decimals = decimalsOf(value);
  const steps = Math.round(Math.abs(value) * 10 ** decimals);
  if (value === 0 || decimals > MAX_DECIMALS || !Number.isSafeInteger(steps)) return value;
  const at = (step: number): number => Number((Math.sign(value) * step * 10 ** -decimals).toFixed(decimals));
  return at(yield* leastStep(steps, { fits: (step) => around.fits(at(step)), offer: (step) => around.offer(at(step)) }));
}

/** The least of `0 … most` that holds, given that `most` does. */
function* leastStep<T>(most: number, around: Surroundings<T, number>): Offering<T, number> {
  const least = firstFitting(most, around);
  if (least === undefined || (yield* around.offer(least))) return least ?? most;
  let [low, high] = [least, most];
  if (most > LARGE) {
    [low, high] = yield* betweenRoundNumbers(low, high, around);
    // Most thresholds are round themselves.
    if (high - low > 1 && (yield* around.offer(low + 1))) return low + 1;
    if (high - low > 1 && !(yield* around.offer(high - 1))) return high;
    high = Math.max(low + 1, high - 1);
  }
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    const tried = Array.from({ length: NEIGHBOURS }, (_, index) => middle + index).find((step) => step < high && around.fits(step));
    if (tried !== undefined && (yield* around.offer(tried))) high = tried;
    else low = tried ?? middle;
  }
  return high;
}

/** The lowest step of the class: the search is free, so that it may assume as little as that such steps lie together. */
function firstFitting<T>(most: number, { fits }: Surroundings<T, number>): number | undefined {
  if (fits(0)) return 0;
  let [low, high] = [0, most];
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (fits(middle)) high = middle;
    else low = middle;
  }
  return high < most ? high : undefined;
}

function* betweenRoundNumbers<T>(least: number, most: number, around: Surroundings<T, number>): Offering<T, [number, number]> {
  const steps = ROUND_NUMBERS.filter((step) => step > least && step < most && around.fits(step));
  let [low, high] = [-1, steps.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (yield* around.offer(steps[middle] ?? most)) high = middle;
    else low = middle;
  }
  return [steps[low] ?? least, steps[high] ?? most];
}

function powers(base: number, last: number): readonly number[] {
  return Array.from({ length: last + 1 }, (_, power) => base ** power);
}
