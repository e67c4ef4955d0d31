import type { Constraints } from './constraints.js';
import type { Random } from './random.js';

/** Numbers that clients and stores get wrong, where the bounds allow them. */
const REWARDING = [0, 1, -1, 0.1, 0.5, 1.5, 10, 100, 255, 256, 65_536, 2_147_483_647, 2_147_483_648, -2_147_483_648, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1e21, 1e-7];

/** A number that meets bounds and `multipleOf`; integers stay within ±(2^53−1), which every JSON reader keeps. */
export function numberWithin(constraints: Constraints, integer: boolean, random: Random): number | undefined {
  const step = stepOf(constraints, integer);
  if (step !== undefined) return multipleWithin(constraints, step, random);
  const low = Math.max(constraints.minimum, -1e9);
  const high = Math.min(constraints.maximum, 1e9);
  if (random.oneIn(3)) {
    const rewarding = random.pick(REWARDING);
    if (within(constraints, rewarding)) return rewarding;
  }
  for (const bound of random.oneIn(2) ? [constraints.minimum, constraints.maximum] : [constraints.maximum, constraints.minimum]) {
    if (random.oneIn(4) && Number.isFinite(bound) && within(constraints, bound)) return bound;
  }
  const fraction = (random.next() >>> 0) / 4_294_967_296;
  const value = low + fraction * (high - low);
  return within(constraints, value) ? value : within(constraints, (low + high) / 2) ? (low + high) / 2 : undefined;
}

/** 1 for integers, the (least common) `multipleOf` otherwise; `undefined` for any real number. */
export function stepOf(constraints: Constraints, integer: boolean): number | undefined {
  let step = integer ? 1 : undefined;
  for (const multiple of constraints.multiplesOf) step = step === undefined ? multiple : commonMultiple(step, multiple);
  return step;
}

/** The smallest and the largest whole number of steps within the bounds. */
export function stepRange(constraints: Constraints, step: number): { readonly low: number; readonly high: number } {
  const limit = Math.floor(Number.MAX_SAFE_INTEGER / Math.max(1, step));
  let low = Math.max(-limit, Math.ceil(round(constraints.minimum / step)));
  let high = Math.min(limit, Math.floor(round(constraints.maximum / step)));
  if (constraints.minimumExclusive && fromStep(low, step) <= constraints.minimum) low += 1;
  if (constraints.maximumExclusive && fromStep(high, step) >= constraints.maximum) high -= 1;
  return { low, high };
}

/** `count × step` spelled as the shortest decimal: 1999 × 0.01 is 19.99, not 19.990000000000002. */
export function fromStep(count: number, step: number): number {
  if (Number.isInteger(step)) return count * step;
  const decimals = Math.min(15, (/\.(\d+)/.exec(step.toFixed(15).replace(/0+$/, ''))?.[1] ?? '').length);
  return Number((count * step).toFixed(decimals));
}

function multipleWithin(constraints: Constraints, step: number, random: Random): number | undefined {
  const { low, high } = stepRange(constraints, step);
  if (low > high) return undefined;
  const kind = random.below(10);
  if (kind === 0) return fromStep(low, step);
  if (kind === 1) return fromStep(high, step);
  if (kind < 5) {
    const rewarding = Math.round(random.pick(REWARDING) / step);
    if (rewarding >= low && rewarding <= high) return fromStep(rewarding, step);
  }
  // Small numbers are read more easily in a report, large ones are where precision is lost: half of each.
  const near = Math.max(low, Math.min(high, 0));
  return fromStep(random.oneIn(2) ? random.integer(Math.max(low, near - 1000), Math.min(high, near + 1000)) : random.integer(low, high), step);
}

export function within(constraints: Constraints, value: number): boolean {
  const above = constraints.minimumExclusive ? value > constraints.minimum : value >= constraints.minimum;
  return above && (constraints.maximumExclusive ? value < constraints.maximum : value <= constraints.maximum);
}

/** Quotients such as 0.3 / 0.1 miss a whole number by rounding alone. */
function round(quotient: number): number {
  const nearest = Math.round(quotient);
  return Math.abs(quotient - nearest) <= Math.abs(quotient) * 1e-12 ? nearest : quotient;
}

function commonMultiple(a: number, b: number): number {
  const scale = 10 ** Math.min(9, Math.max(decimalsOf(a), decimalsOf(b)));
  const [x, y] = [Math.round(a * scale), Math.round(b * scale)];
  return (x / divisor(x, y)) * (y / scale);
}

function decimalsOf(value: number): number {
  return (/\.(\d+)/.exec(String(value))?.[1] ?? '').length;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
