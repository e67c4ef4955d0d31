import type { Json } from '../json/json.js';

/** The range of the numbers that a format permits, including both ends. */
interface NumberRange {
  readonly low: number;
  readonly high: number;
}

/** The largest finite number of IEEE 754 binary32. */
const LARGEST_FLOAT = (2 - 2 ** -23) * 2 ** 127;

const RANGES: ReadonlyMap<string, NumberRange> = new Map([
  ...[8, 16, 32, 64].flatMap((bits) => [
    [`int${bits}`, { low: -(2 ** (bits - 1)), high: 2 ** (bits - 1) - 1 }] as const,
    [`uint${bits}`, { low: 0, high: 2 ** bits - 1 }] as const,
  ]),
  ['float', { low: -LARGEST_FLOAT, high: LARGEST_FLOAT }],
]);

/**
 * The range of the numbers that a format of the OpenAPI Format Registry permits (OpenAPI 3.1 §4.4). `undefined` for any
 * other format.
 */
export function numberRange(format: Json | undefined): NumberRange | undefined {
  return typeof format === 'string' ? RANGES.get(format) : undefined;
}
