import type { Broken } from '../judge/judge.js';
import { explains } from './consequence-table.js';

/** The violations of one trial that do not follow from another one. */
export function rootFaults(broken: readonly Broken[]): readonly Broken[] {
  return broken.filter((effect) => !broken.some((cause) => explains(cause, effect)));
}
