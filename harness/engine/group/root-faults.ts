import type { Broken } from '../judge/judge.js';
import { explains } from './consequence-table.js';

/** The violations of a trial that follow from no other violation of the trial. */
export function rootFaults(broken: readonly Broken[]): readonly Broken[] {
  return broken.filter((effect) => !broken.some((cause) => explains(cause, effect)));
}
