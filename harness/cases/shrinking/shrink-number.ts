import { decimalsOf } from '../scalars/decimals.js';
import { type Offering, type Surroundings, firstOffered, leastOffered } from './offering.js';

/**
 * The number of neighbouring numbers that are tried if the search may not use the middle of an interval, for example
 * because it violates `multipleOf`.
 */
const NEIGHBOURS = 12;
/** The maximum number of decimal places with which a number is shrunk in units of its last decimal place. */
const MAX_DECIMALS = 15;
/**
 * Numbers of at least this size are searched in three steps: at the limits of number types, at powers of two and ten,
 * and between these numbers.
 */
const LARGE = 1024;
/** Numbers just above 2^8, 2^16, 2^24 (the limit of single-precision floats), 2^31, 2^32 and 2^53. */
const TYPE_LIMITS = [8, 16, 24, 31, 32, 53].map((bits) => Math.min(2 ** bits + 1, Number.MAX_SAFE_INTEGER));
const ROUND_NUMBERS = [...powers(2, 53), ...powers(10, 15)].toSorted((a, b) => a - b);
const MAX_PRECISION = 17;

/**
 * The simplest number that still shows the fault: 0, 1, the smallest integer, or the decimal with the fewest digits.
 * The smallest integer is found by bisection, as if all integers above some threshold showed the fault.
 */
export function* shrinkNumber<T>(value: number, around: Surroundings<T, number>): Offering<T, number> {
  if (value < 0 && (yield* around.offer(-value))) return yield* shrinkNumber(-value, around);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return yield* shrinkHuge(value, around);
  if (Number.isInteger(value)) return yield* shrinkSteps(value, around);
  const whole = Math.trunc(value);
  for (const nearby of [whole, whole + Math.sign(value)]) {
    if (yield* around.offer(nearby)) return yield* shrinkNumber(nearby, around);
  }
  const simple = yield* simplestDecimal(value, around);
  if (simple !== undefined) return simple;
  return yield* shrinkSteps(yield* fewestDigits(value, around), around);
}

/**
 * Tries 0.5, which reveals rounding. Then tries 0.1, 0.01 and so on, which show at which decimal place digits are lost.
 */
function* simplestDecimal<T>(value: number, around: Surroundings<T, number>): Offering<T, number | undefined> {
  const sign = Math.sign(value);
  const places = Array.from({ length: decimalsOf(value) }, (_, index) => sign * Number(`1e-${index + 1}`));
  const half = yield* firstOffered([sign * 0.5], around);
  if (half !== undefined) return half;
  const one = yield* leastOffered(
    places.filter((step) => step !== 0 && around.fits(step)),
    around,
  );
  return one ?? (yield* firstOffered([sign * 1.5], around));
}

function* fewestDigits<T>(value: number, around: Surroundings<T, number>): Offering<T, number> {
  const rounded = Array.from({ length: MAX_PRECISION }, (_, digits) => Number(value.toPrecision(digits + 1)));
  const others = rounded.filter((candidate) => candidate !== value && around.fits(candidate));
  return (yield* leastOffered([...new Set(others)], around)) ?? value;
}

/** Shrinks a number beyond 2^53. Adjacent doubles are more than 1 apart there, so only powers of ten are tried. */
function* shrinkHuge<T>(value: number, around: Surroundings<T, number>): Offering<T, number> {
  const sign = Math.sign(value);
  const powersOfTen = Array.from({ length: 309 }, (_, exponent) => sign * Number(`1e${exponent}`));
  const smaller = [0, ...powersOfTen].filter((power) => Math.abs(power) < Math.abs(value) && around.fits(power));
  const found = yield* leastOffered(smaller, around);
  if (found === undefined) return yield* fewestDigits(value, around);
  return Number.isSafeInteger(found) ? yield* shrinkSteps(found, around) : found;
}

/** Moves the number toward zero in units of its last decimal place. */
function* shrinkSteps<T>(value: number, around: Surroundings<T, number>): Offering<T, number> {
  const decimals = decimalsOf(value);
  const steps = Math.round(Math.abs(value) * 10 ** decimals);
  if (value === 0 || decimals > MAX_DECIMALS || !Number.isSafeInteger(steps)) return value;
  const at = (step: number): number => Number((Math.sign(value) * step * 10 ** -decimals).toFixed(decimals));
  return at(
    yield* leastStep(steps, { fits: (step) => around.fits(at(step)), offer: (step) => around.offer(at(step)) }),
  );
}

/** The smallest number from 0 to `most` that still shows the fault. `most` must show it. */
function* leastStep<T>(most: number, around: Surroundings<T, number>): Offering<T, number> {
  const least = firstFitting(most, around);
  if (least === undefined || (yield* around.offer(least))) return least ?? most;
  let [low, high] = [least, most];
  if (high - low > 1 && (yield* around.offer(low + 1))) return low + 1;
  if (most > LARGE) {
    [low, high] = yield* betweenLimits(low, high, around);
    if (high - low <= 1) return high;
    [low, high] = yield* betweenRoundNumbers(low, high, around);
    // Most thresholds are round numbers, so the two numbers next to the bounds are tried first.
    if (high - low > 1 && (yield* around.offer(low + 1))) return low + 1;
    if (high - low > 1 && !(yield* around.offer(high - 1))) return high;
    high = Math.max(low + 1, high - 1);
  }
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    const tried = Array.from({ length: NEIGHBOURS }, (_, index) => middle + index).find(
      (step) => step < high && around.fits(step),
    );
    if (tried !== undefined && (yield* around.offer(tried))) high = tried;
    else low = tried ?? middle;
  }
  return high;
}

/** The smallest number for which `fits` returns true, found by bisection. Makes no calls to the surface. */
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

/**
 * Finds the interval between two limits of number types (such as 2^31 and 2^32) in which the fault first occurs. If the
 * fault occurs exactly from a limit on, the first number that shows it is one of the two numbers after the limit.
 */
function* betweenLimits<T>(
  least: number,
  most: number,
  around: Surroundings<T, number>,
): Offering<T, [number, number]> {
  const limits = TYPE_LIMITS.filter((limit) => limit > least && limit < most && around.fits(limit));
  const found = yield* leastOffered(limits, around);
  if (found === undefined) return [limits.at(-1) ?? least, most];
  for (const before of [found - 1, found - 2]) if (!(yield* around.offer(before))) return [before, before + 1];
  return [limits[limits.indexOf(found) - 1] ?? least, found - 2];
}

function* betweenRoundNumbers<T>(
  least: number,
  most: number,
  around: Surroundings<T, number>,
): Offering<T, [number, number]> {
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
