import type { Constraints } from '../../../contract/constraints/constraint-types.js';
import { commonMultiple, decimalsOf, unitsOf } from './decimals.js';
import { exceptionsOf } from './number-source.js';

/** The maximum number of values in a range that are examined one by one. */
const MAX_LISTED = 64n;

/**
 * An upper bound on how many numbers satisfy the constraints, computed exactly in decimals (Validation §6.2). 0 proves
 * that no number satisfies them. `Infinity` if there are too many to examine.
 */
export function mostNumbers(constraints: Constraints, integer: boolean): number {
  const { minimum, maximum, minimumExclusive, maximumExclusive, multiplesOf } = constraints;
  if (minimum > maximum || (minimum === maximum && (minimumExclusive || maximumExclusive))) return 0;
  if (multiplesOf.length === 0 && !integer) return minimum === maximum ? allowed(constraints, [minimum]) : Infinity;
  const steps = integer ? [1, ...multiplesOf] : multiplesOf;
  const places = Math.max(...[...steps, minimum, maximum].filter(Number.isFinite).map(decimalsOf));
  const step = steps.map((one) => unitsOf(one, places)).reduce(commonMultiple);
  if (!integer && !constraints.types.has('integer') && step % unitsOf(1, places) === 0n) return 0;
  if (!Number.isFinite(minimum) || !Number.isFinite(maximum)) return Infinity;
  const low = ceiling(unitsOf(minimum, places) + (minimumExclusive ? 1n : 0n), step);
  const high = -ceiling(-(unitsOf(maximum, places) - (maximumExclusive ? 1n : 0n)), step);
  if (high < low) return 0;
  if (high - low >= MAX_LISTED) return Infinity;
  const count = Number(high - low) + 1;
  return allowed(
    constraints,
    Array.from({ length: count }, (_, index) => Number(`${(low + BigInt(index)) * step}e-${places}`)),
  );
}

function allowed(constraints: Constraints, values: readonly number[]): number {
  const isAllowed = exceptionsOf(constraints);
  return isAllowed === undefined ? values.length : values.filter(isAllowed).length;
}

/** `value / step`, rounded up. `step` must be positive. */
function ceiling(value: bigint, step: bigint): bigint {
  const quotient = value / step;
  return value > 0n && value % step !== 0n ? quotient + 1n : quotient;
}
