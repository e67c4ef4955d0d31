import { setFlagsFromString } from 'node:v8';

/** The maximum growth of the memory since the last garbage collection, as a percentage of the live memory. */
const MOST_GROWTH = 100;

/**
 * Makes V8 collect its old generation when this generation has doubled since the last collection. By default, the
 * generation may grow to four times its size. Most memory of a check would then be garbage.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${MOST_GROWTH}`);
}
