import type { StatedInput } from '../../surfaces/driver.js';

/**
 * A bound of a value in a schema: `keyword` is `minimum`, `exclusiveMaximum` or a similar keyword, and `bound` is its
 * number.
 */
export interface Bound {
  readonly keyword: string;
  readonly bound: number;
}

export interface WiderBound {
  readonly own: Bound;
  readonly limit: Bound;
  /**
   * True if both bounds are the same number, the bound of the tool includes this number, and the bound of the contract
   * excludes it.
   */
  readonly isInclusive: boolean;
}

/**
 * The first bound of an input that permits more values in the schema of the tool (`own`) than in the contract
 * (`wanted`).
 */
export function widerBound(wanted: StatedInput, own: StatedInput): WiderBound | undefined {
  for (const [keyword, bound] of Object.entries(own.bounds)) {
    const stated = { keyword, bound };
    const limit = limitOf(wanted, keyword);
    if (limit === undefined) continue;
    const [mine, theirs] = wanted.isInteger ? [inclusive(stated), inclusive(limit)] : [stated, limit];
    const isInclusive = mine.bound === theirs.bound && isExclusive(theirs) && !isExclusive(mine);
    if (isInclusive || isOutside(mine, theirs)) return { own: stated, limit, isInclusive };
  }
  return undefined;
}

/**
 * The bound of the contract on the same side as `keyword`, which is a lower or an upper bound. It may be inclusive or
 * exclusive.
 */
function limitOf({ bounds }: StatedInput, keyword: string): Bound | undefined {
  const found = Object.entries(bounds).find(([other]) => sideOf(other) === sideOf(keyword));
  return found && { keyword: found[0], bound: found[1] };
}

function isOutside(own: Bound, limit: Bound): boolean {
  return (isLower(own) ? own.bound < limit.bound : own.bound > limit.bound) && !isOfType(own.bound);
}

/** An inclusive bound that permits the same integers as the given bound: `maximum` 100 for `exclusiveMaximum` 101. */
function inclusive(stated: Bound): Bound {
  const { keyword, bound } = stated;
  if (keyword === 'exclusiveMinimum') return { keyword: 'minimum', bound: Math.floor(bound) + 1 };
  if (keyword === 'exclusiveMaximum') return { keyword: 'maximum', bound: Math.ceil(bound) - 1 };
  return stated;
}

/** The keyword without `exclusive`: `maximum` for `exclusiveMaximum`. */
function sideOf(keyword: string): string {
  return keyword.replace('exclusiveM', 'm');
}

function isLower({ keyword }: Bound): boolean {
  return sideOf(keyword).startsWith('min');
}

function isExclusive({ keyword }: Bound): boolean {
  return keyword.startsWith('exclusive');
}

/**
 * Whether a bound is the smallest or largest number of an integer type, such as 2147483647. Such a bound is ignored,
 * because many libraries add it by default.
 */
function isOfType(bound: number): boolean {
  const size = Math.abs(bound < 0 ? bound : bound + 1);
  return bound === 0 || (size >= 128 && (Math.log2(size) % 1 === 0 || Math.log2(size + 1) % 1 === 0));
}
