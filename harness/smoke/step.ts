import type { Primary } from '../engine/judge.js';
import type { Observation } from '../../surfaces/observation.js';

/** One thing that was tried: `failed` is the surface's fault; `unverified` says that nothing is known. */
export interface Step {
  readonly kind: 'passed' | 'failed' | 'unverified';
  readonly title: string;
  /** A line each. */
  readonly told: readonly string[];
  readonly repair?: string;
  readonly observation?: Observation;
  readonly broken?: readonly Primary[];
}

/** As of `parity check`: 1 where anything failed, 2 where something could not be verified, or nothing was tried. */
export function exitCodeOf(steps: readonly Step[]): 0 | 1 | 2 {
  if (steps.some(({ kind }) => kind === 'failed')) return 1;
  return steps.length === 0 || steps.some(({ kind }) => kind === 'unverified') ? 2 : 0;
}
