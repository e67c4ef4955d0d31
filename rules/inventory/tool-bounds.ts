import type { StatedInput } from '../../surfaces/driver.js';

/** A bound as a schema states it. */
export interface Bound {
  readonly keyword: string;
  readonly bound: number;
}

export interface WiderBound {
  readonly own: Bound;
  readonly limit: Bound;
  /** True if both bounds are the same number, and only that of the tool includes this number. */
  readonly isInclusive: boolean;
}

/** The first bound of an input that is wider in the tool than in the contract. */
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

/** The bound that the contract has on the same side of the value. It may be inclusive or exclusive. */
function limitOf({ bounds }: StatedInput, keyword: string): Bound | undefined {
  const found = Object.entries(bounds).find(([other]) => sideOf(other) === sideOf(keyword));
  return found && { keyword: found[0], bound: found[1] };
}

function isOutside(own: Bound, limit: Bound): boolean {
  return (isLower(own) ? own.bound < limit.bound : own.bound > limit.bound) && !isOfType(own.bound);
}

/** The inclusive bound that is equal to a bound of an integer: `maximum` 100 for `exclusiveMaximum` 101. */
function inclusive(stated: Bound): Bound {
  const { keyword, bound } = stated;
  if (keyword === 'exclusiveMinimum') return { keyword: 'minimum', bound: Math.floor(bound) + 1 };
  if (keyword === 'exclusiveMaximum') return { keyword: 'maximum', bound: Math.ceil(bound) - 1 };
  return stated;
}

/** The keyword of the inclusive bound on the same side. */
function sideOf(keyword: string): string {
  return keyword.replace('exclusiveM', 'm');
}

function isLower({ keyword }: Bound): boolean {
  return sideOf(keyword).startsWith('min');
}

function isExclusive({ keyword }: Bound): boolean {
  return keyword.startsWith('exclusive');
}

/** Whether a bound is the smallest or the largest number of an integer type. Libraries add such bounds on their own. */
function isOfType(bound: number): boolean {
  const size = Math.abs(bound < 0 ? bound : bound + 1);
  return bound === 0 || (size >= 128 && (Math.log2(size) % 1 === 0 || Math.log2(size + 1) % 1 === 0));
}
