import { Random as FastCheckRandom } from 'fast-check';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** Makes choices: either at random, or always the first choice. */
export interface Choice {
  /** Returns an integer in `[0, bound)`. */
  below(bound: number): number;
  /** Picks one element of `values`, which must not be empty. */
  pick<T>(values: readonly T[]): T;
}

/** Always makes the first choice, which gives the simplest values. */
export const FIRST_CHOICE: Choice = { below: () => 0, pick: <T>(values: readonly T[]) => values[0] as T };

/** Returns uniformly distributed signed 32-bit integers, one in each call. */
type WordSource = () => number;

/**
 * A source of random choices, based on fast-check's random generator. It is the only random source of the project. The
 * same name gives the same sequence on every machine. Each operation and phase has a separate generator. So a case does
 * not depend on the order of operations, on workers or on shards.
 */
export class Random implements Choice {
  private constructor(private readonly next: WordSource) {}

  /** The generator for a name, for example `Random.of(seed, 'listItems', 'valid', 7)`. */
  static of(...name: readonly (string | number)[]): Random {
    return Random.from(namedSource(name));
  }

  /** Wraps the generator that fast-check passes to an arbitrary. */
  static from(source: FastCheckRandom): Random {
    return new Random(() => source.nextInt(LEAST_WORD, MOST_WORD));
  }

  /** A random number in `[0, 1)`, uniformly distributed, with 32 random bits. */
  fraction(): number {
    return (this.next() >>> 0) / 4_294_967_296;
  }

  /**
   * A random integer in `[0, bound)`, uniformly distributed. `bound` must be between 1 and 2^32. The probability of
   * each value is accurate to 2^-32.
   */
  below(bound: number): number {
    return Math.floor(this.fraction() * bound);
  }

  /** A random integer in `[min, max]`, uniformly distributed. Both bounds must be safe integers. */
  integer(min: number, max: number): number {
    const span = max - min;
    if (span < 4_294_967_295) return min + this.below(span + 1);
    if (span < Number.MAX_SAFE_INTEGER) return min + Math.floor(this.wideFraction() * (span + 1));
    // A double cannot represent more than 2^53 distinct integers, so each half of the range is handled separately.
    const middle = Math.floor(min / 2 + max / 2);
    return this.oneIn(2) ? this.integer(min, middle) : this.integer(middle + 1, max);
  }

  /** A random number in `[0, 1)`, uniformly distributed, with 53 random bits (as many as a double holds). */
  private wideFraction(): number {
    return ((this.next() >>> 5) * 67_108_864 + (this.next() >>> 6)) / 9_007_199_254_740_992;
  }

  /** True in one of `n` calls on average. */
  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  /** Picks one element of `values`, which must not be empty. */
  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }
}

const LEAST_WORD = -0x8000_0000;
const MOST_WORD = 0x7fff_ffff;

/** Creates the fast-check generator whose seed is derived from a name. */
export function namedSource(name: readonly (string | number)[]): FastCheckRandom {
  const text = name.join('\u0000');
  const state = OFFSETS.map((offset) => hash(text, offset));
  return new FastCheckRandom(xoroshiro128plusFromState(state));
}

const OFFSETS = [0x81_1c_9d_c5, 0x9e_37_79_b9, 0x85_eb_ca_6b, 0xc2_b2_ae_35] as const;

/**
 * The FNV-1a hash of a text, with a given offset and a final mix of the bits. It must be evenly distributed, but need
 * not be secure.
 */
function hash(text: string, offset: number): number {
  let value = offset;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01_00_01_93);
  return Math.imul(value ^ (value >>> 15), 0x2c_1b_3c_6d) ^ (value >>> 13);
}
