import type { Broken } from '../judge/judge.js';
import { explains } from './consequence-table.js';

/** The violations of a trial that do not follow from another violation of the trial. */
export function rootFaults(broken: readonly Broken[]): readonly Broken[] {
  return broken.filter((effect) => !broken.some((cause) => explains(cause, effect)));
}
