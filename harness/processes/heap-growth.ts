import { setFlagsFromString } from 'node:v8';

/** Percent of what was live after the last collection. */
const MOST_GROWTH = 100;

/**
 * Makes V8 collect its old generation before it has grown to more than twice what was live. Its default is up to four
 * times, so that most of the memory of a check would be what nothing uses any more.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${MOST_GROWTH}`);
}
