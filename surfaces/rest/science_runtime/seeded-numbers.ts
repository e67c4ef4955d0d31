/** Pseudo-random numbers from a seed of 32 bits. The same seed gives the same numbers on every machine. */
export interface SeededNumbers {
  /** A uniformly distributed number in [0, 1). */
  even(): number;
  /** An approximately normally distributed number with mean 0 and variance 1. */
  normal(): number;
}

/**
 * Converts a counter to a random number by mixing its bits. The counter takes every 32-bit value once before it
 * repeats.
 */
export function seededNumbers(seed: number): SeededNumbers {
  let state = seed >>> 0;
  const even = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  // The sum of twelve uniform numbers has a variance of 1. Only additions are used, because the last bit of a logarithm
  // may differ between machines.
  const normal = (): number => {
    let sum = -6;
    for (let count = 0; count < 12; count += 1) sum += even();
    return sum;
  };
  return { even, normal };
}
