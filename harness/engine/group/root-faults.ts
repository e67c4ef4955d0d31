import type { Broken } from '../judge/judge.js';
import { explains } from './consequence-table.js';

/** Of what one trial broke, that which follows from nothing else. */
export function rootFaults(broken: readonly Broken[]): readonly Broken[] {
  return broken.filter((effect) => !broken.some((cause) => explains(cause, effect)));
}
