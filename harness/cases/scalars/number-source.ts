import { multipleTest } from '../../../contract/schema/judging/exact-keywords.js';
import type { Constraints } from '../../../contract/constraints/constraint-types.js';
import { commonMultiple, decimalsOf, unitsOf } from './decimals.js';
import type { Random } from './random.js';

/** Numbers that clients and databases often handle incorrectly. A number is used only if the bounds allow it. */
const ERROR_PRONE = [
  0,
  1,
  -1,
  0.1,
  0.5,
  1.5,
  10,
  100,
  255,
  256,
  65_536,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  1e21,
  1e-7,
];

/**
 * The usual maximum distance between a generated real number and a bound, or between the number and zero if there is no
 * bound.
 */
const USUAL_SPAN = 1e9;
/** The maximum number of steps by which the end of a range is corrected, because a quotient may have been rounded. */
const ADJUSTMENTS = 4;

/** The number of tries to generate a number that `not` allows. */
const MAX_TRIES = 40;

/** Generates a number. `undefined` if the bounds allow none. */
export type NumberSource = (random: Random) => number | undefined;

/**
 * Generates numbers that satisfy the bounds and `multipleOf`. Integers stay within ±(2^53−1), because every JSON reader
 * represents these exactly.
 */
export function numberSource(constraints: Constraints, integer: boolean): NumberSource {
  const any = anyNumber(constraints, integer);
  const isAllowed = exceptionsOf(constraints);
  if (isAllowed === undefined) return any;
  return (random) => {
    for (let tries = MAX_TRIES; tries > 0; tries -= 1) {
      const value = any(random);
      if (value === undefined || isAllowed(value)) return value;
    }
    return undefined;
  };
}

/** Returns a function that returns true for each number that `not` allows. `undefined` if `not` allows all numbers. */
export function exceptionsOf({
  types,
  excluded,
  notMultiplesOf,
}: Constraints): ((value: number) => boolean) | undefined {
  const isFractional = types.has('number') && !types.has('integer');
  if (!isFractional && excluded.length === 0 && notMultiplesOf.length === 0) return undefined;
  const isMultiple = notMultiplesOf.map(multipleTest);
  return (value) =>
    !(isFractional && Number.isInteger(value)) && !excluded.includes(value) && !isMultiple.some((test) => test(value));
}

function anyNumber(constraints: Constraints, integer: boolean): NumberSource {
  const step = stepOf(constraints, integer);
  if (step === undefined) return (random) => unsigned(realWithin(constraints, random));
  const range = stepRange(constraints, step);
  const decimals = decimalsOf(step);
  return (random) => (range.low > range.high ? undefined : product(countWithin(range, step, random), step, decimals));
}

function realWithin(constraints: Constraints, random: Random): number | undefined {
  const { minimum, maximum } = constraints;
  if (random.oneIn(3)) {
    const rewarding = random.pick(ERROR_PRONE);
    if (within(constraints, rewarding)) return rewarding;
  }
  const bound = random.oneIn(2) ? minimum : maximum;
  if (random.oneIn(4) && Number.isFinite(bound) && within(constraints, bound)) return bound;
  const { low, high } = usualSpan(constraints);
  const value = low + random.fraction() * (high - low);
  return within(constraints, value) ? value : anyReal(constraints);
}

/** A real number within the bounds. `undefined` if there is no double between them. */
export function anyReal(constraints: Constraints): number | undefined {
  const { low, high } = usualSpan(constraints);
  return [low / 2 + high / 2, high, low].find((candidate) => within(constraints, candidate));
}

function usualSpan({ minimum, maximum }: Constraints): StepRange {
  return {
    low: Math.max(minimum, Math.min(-USUAL_SPAN, maximum - USUAL_SPAN)),
    high: Math.min(maximum, Math.max(USUAL_SPAN, minimum + USUAL_SPAN)),
  };
}

function countWithin({ low, high }: StepRange, step: number, random: Random): number {
  const kind = random.below(10);
  if (kind === 0) return low;
  if (kind === 1) return high;
  if (kind < 5) {
    const rewarding = Math.round(random.pick(ERROR_PRONE) / step);
    if (rewarding >= low && rewarding <= high) return rewarding;
  }
  // Half of the numbers are small, so that reports are easy to read. The other half are large, where clients lose
  // precision.
  const near = Math.max(low, Math.min(high, 0));
  return random.oneIn(2)
    ? random.integer(Math.max(low, near - 1000), Math.min(high, near + 1000))
    : random.integer(low, high);
}

export function within(constraints: Constraints, value: number): boolean {
  return !isBelow(constraints, value) && !isAbove(constraints, value);
}

function isBelow({ minimum, minimumExclusive }: Constraints, value: number): boolean {
  return minimumExclusive ? value <= minimum : value < minimum;
}

function isAbove({ maximum, maximumExclusive }: Constraints, value: number): boolean {
  return maximumExclusive ? value >= maximum : value > maximum;
}

/**
 * The step between allowed numbers: 1 for integers, otherwise the least common multiple of all `multipleOf`.
 * `undefined` if any real number is allowed.
 */
export function stepOf(constraints: Constraints, integer: boolean): number | undefined {
  let step = integer ? 1 : undefined;
  for (const multiple of constraints.multiplesOf) step = step === undefined ? multiple : leastCommon(step, multiple);
  return step;
}

/** A range of multiples of a step: `low` and `high` are the factors of the first and the last multiple. */
export interface StepRange {
  readonly low: number;
  readonly high: number;
}

/**
 * The smallest and the largest integer whose product with `step` is within the bounds. `low > high` if there is none.
 */
export function stepRange(constraints: Constraints, step: number): StepRange {
  // A decimal of at most 15 significant digits is the shortest form of its double. It therefore stays a multiple when
  // it is written and read.
  const limit = Math.floor(
    Number.isInteger(step) ? Number.MAX_SAFE_INTEGER / step : 1e15 / (step * 10 ** decimalsOf(step)),
  );
  // A quotient near a whole number may be rounded to the wrong side, so the adjacent candidates are checked too.
  let low = Math.max(-limit, Math.floor(constraints.minimum / step) - 1);
  let high = Math.min(limit, Math.ceil(constraints.maximum / step) + 1);
  for (let tries = ADJUSTMENTS; tries > 0 && isBelow(constraints, fromStep(low, step)); tries -= 1) low += 1;
  for (let tries = ADJUSTMENTS; tries > 0 && isAbove(constraints, fromStep(high, step)); tries -= 1) high -= 1;
  return { low, high };
}

/** `count × step` as the shortest decimal: 1999 × 0.01 is 19.99, not 19.990000000000002. Never `-0`. */
export function fromStep(count: number, step: number): number {
  return product(count, step, decimalsOf(step));
}

function product(count: number, step: number, decimals: number): number {
  return unsigned(decimals === 0 ? count * step : Number((count * step).toFixed(Math.min(100, decimals))));
}

/** Replaces `-0` by `0`, because JSON writes `-0` as `0`. */
function unsigned<T extends number | undefined>(value: T): T | 0 {
  return value === 0 ? 0 : value;
}

/**
 * The least common multiple of two decimals, computed in units of the last decimal place. If it is too large, zero is
 * the only common multiple.
 */
function leastCommon(a: number, b: number): number {
  const places = Math.max(decimalsOf(a), decimalsOf(b));
  return Number(`${commonMultiple(unitsOf(a, places), unitsOf(b, places))}e-${places}`);
}
