import { setFlagsFromString } from 'node:v8';

/** Growth in percent of the memory that was live after the last collection. */
const MOST_GROWTH = 100;

/**
 * Makes V8 collect its old generation when it has doubled since the last collection. By default it may grow to four
 * times its size, so that most memory of a check would be garbage.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${MOST_GROWTH}`);
}
