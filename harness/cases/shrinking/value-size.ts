import type { Json } from '../../../contract/json/json.js';
import { decimalsOf } from '../scalars/decimals.js';
import type { PlaceHints } from './place-hints.js';
import { UNIT, textSize } from './text-size.js';

/** The size of null. It exceeds the size of common examples, so that null stays only if it causes the fault. */
const NULL = 40 * UNIT;
/** The size of the quotes, the colon and the comma that a member adds. */
const MEMBER = 4 * UNIT;
/**
 * The size of a value that the contract prefers, such as a value of `enum`. It is smaller than every other size.
 * Preferred values are ordered as in the contract.
 */
const PREFERRED = 2 * UNIT;

/**
 * The effort that a person needs to read a value: the sum over its parts, so that a smaller part makes the whole
 * smaller. The number of parts counts most, then how simple they are. If `place` is given, preferred `enum` values and
 * strings of a format count less.
 */
export function valueSize(value: Json, place?: PlaceHints): number {
  let size = 0;
  const pending: (readonly [Json, PlaceHints | undefined])[] = [[value, place]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [part, at] = next;
    if (Array.isArray(part)) {
      const items = part as readonly Json[];
      size += (2 + Math.max(0, items.length - 1)) * UNIT;
      items.forEach((item, index) => pending.push([item, at?.item(index)]));
    } else if (typeof part === 'object' && part !== null) {
      size += 2 * UNIT;
      for (const [name, member] of Object.entries(part)) {
        size += MEMBER + textSize(name);
        pending.push([member, at?.member(name)]);
      }
    } else size += scalarSize(part, at);
  }
  return size;
}

type Scalar = null | boolean | number | string;

function scalarSize(value: Scalar, place: PlaceHints | undefined): number {
  const rank = preferredRank(value, place);
  if (rank >= 0) return PREFERRED + rank;
  if (typeof value === 'string') return textSize(value);
  if (typeof value === 'number') return numberSize(value);
  // `false` is smaller than `true`, as in most tools for property-based testing.
  return value === null ? NULL : 4 * UNIT + (value ? 1 : 0);
}

function preferredRank(value: Scalar, place: PlaceHints | undefined): number {
  if (place === undefined || value === null) return -1;
  const listed = place.listed.indexOf(value);
  return listed < 0 && typeof value === 'string' ? place.texts.indexOf(value) : listed;
}

/**
 * The size of a number. A number with fewer digits is smaller. Among numbers with equally many digits, the lower number
 * is smaller: 51 before 75, 1000 before 1234.
 */
function numberSize(value: number): number {
  const magnitude = Math.abs(value);
  const whole = magnitude < 1 ? 1 : Math.floor(Math.log10(magnitude)) + 1;
  const decimals = decimalsOf(value);
  const length = whole + (decimals > 0 ? decimals + 1 : 0) + (value < 0 ? 1 : 0);
  return length * UNIT + order(magnitude, whole);
}

/**
 * Orders numbers with equally many digits: the number with the lower result counts as smaller. The result is below 1. A
 * half, such as 1.5, comes before other decimals, because it reveals rounding best.
 */
function order(magnitude: number, whole: number): number {
  if (magnitude === 0.5) return 0;
  if (magnitude === 1.5) return 0.01;
  return magnitude === 0 ? 0 : 0.02 + 0.97 * (magnitude / 10 ** whole);
}
