import type { Constraints } from './constraint-types.js';
import type { Random } from './random.js';

/** Numbers that clients and stores get wrong, where the bounds allow them. */
const REWARDING = [0, 1, -1, 0.1, 0.5, 1.5, 10, 100, 255, 256, 65_536, 2_147_483_647, 2_147_483_648, -2_147_483_648, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1e21, 1e-7];

/** How far from a bound, or from zero where there is none, real numbers are made. */
const USUAL_SPAN = 1e9;

/** Makes a number; `undefined` where none is within the bounds. */
export type NumberSource = (random: Random) => number | undefined;

/** Numbers that meet bounds and `multipleOf`; integers stay within ±(2^53−1), which every JSON reader keeps. */
export function numberSource(constraints: Constraints, integer: boolean): NumberSource {
  const step = stepOf(constraints, integer);
  if (step === undefined) return (random) => realWithin(constraints, random);
  const range = stepRange(constraints, step);
  const decimals = decimalsOf(step);
  return (random) => (range.low > range.high ? undefined : product(countWithin(range, step, random), step, decimals));
}

function realWithin(constraints: Constraints, random: Random): number | undefined {
  const { minimum, maximum } = constraints;
  if (random.oneIn(3)) {
    const rewarding = random.pick(REWARDING);
    if (within(constraints, rewarding)) return rewarding;
  }
  const bound = random.oneIn(2) ? minimum : maximum;
  if (random.oneIn(4) && Number.isFinite(bound) && within(constraints, bound)) return bound;
  const low = Math.max(minimum, Math.min(-USUAL_SPAN, maximum - USUAL_SPAN));
  const high = Math.min(maximum, Math.max(USUAL_SPAN, minimum + USUAL_SPAN));
  const value = low + random.fraction() * (high - low);
  return [value, low / 2 + high / 2, high, low].find((candidate) => within(constraints, candidate));
}

function countWithin({ low, high }: StepRange, step: number, random: Random): number {
  const kind = random.below(10);
  if (kind === 0) return low;
  if (kind === 1) return high;
  if (kind < 5) {
    const rewarding = Math.round(random.pick(REWARDING) / step);
    if (rewarding >= low && rewarding <= high) return rewarding;
  }
  // Small numbers are read more easily in a report, large ones are where precision is lost: half of each.
  const near = Math.max(low, Math.min(high, 0));
  return random.oneIn(2) ? random.integer(Math.max(low, near - 1000), Math.min(high, near + 1000)) : random.integer(low, high);
}

export function within(constraints: Constraints, value: number): boolean {
  const above = constraints.minimumExclusive ? value > constraints.minimum : value >= constraints.minimum;
  return above && (constraints.maximumExclusive ? value < constraints.maximum : value <= constraints.maximum);
}

/** 1 for integers, the (least common) `multipleOf` otherwise; `undefined` for any real number. */
export function stepOf(constraints: Constraints, integer: boolean): number | undefined {
  let step = integer ? 1 : undefined;
  for (const multiple of constraints.multiplesOf) step = step === undefined ? multiple : commonMultiple(step, multiple);
  return step;
}

export interface StepRange {
  readonly low: number;
  readonly high: number;
}

/** The smallest and the largest whole number of steps within the bounds; `low > high` where there is none. */
export function stepRange(constraints: Constraints, step: number): StepRange {
  // A decimal of 15 significant digits is the shortest spelling of its double, so that it stays the multiple that it is meant to be.
  const limit = Math.floor(Number.isInteger(step) ? Number.MAX_SAFE_INTEGER / step : 1e15 / (step * 10 ** decimalsOf(step)));
  let low = Math.max(-limit, Math.ceil(round(constraints.minimum / step)));
  let high = Math.min(limit, Math.floor(round(constraints.maximum / step)));
  if (constraints.minimumExclusive && fromStep(low, step) <= constraints.minimum) low += 1;
  if (constraints.maximumExclusive && fromStep(high, step) >= constraints.maximum) high -= 1;
  return { low, high };
}

/** `count × step` spelled as the shortest decimal: 1999 × 0.01 is 19.99, not 19.990000000000002. Never `-0`. */
export function fromStep(count: number, step: number): number {
  return product(count, step, decimalsOf(step));
}

function product(count: number, step: number, decimals: number): number {
  const exact = decimals === 0 ? count * step : Number((count * step).toFixed(Math.min(100, decimals)));
  return exact === 0 ? 0 : exact;
}

/** Quotients such as 0.3 / 0.1 miss a whole number by rounding alone. */
function round(quotient: number): number {
  const nearest = Math.round(quotient);
  return Math.abs(quotient - nearest) <= Math.abs(quotient) * 4 * Number.EPSILON ? nearest : quotient;
}

/** Of decimals, so counted in units of the last place. */
function commonMultiple(a: number, b: number): number {
  const scale = 10 ** Math.min(9, Math.max(decimalsOf(a), decimalsOf(b)));
  const [x, y] = [Math.round(a * scale), Math.round(b * scale)];
  return fromStep((x / divisor(x, y)) * y, 1 / scale);
}

/** Digits behind the point when written out: 2 for 0.25, 7 for 1e-7. */
export function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent));
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
