import type { Broken } from '../engine/judge/judge.js';
import { counted } from '../../reports/text/amounts.js';
import type { Observation } from '../../surfaces/observation.js';

/**
 * One step of `parity smoke`. `failed` means that the surface is at fault. `unverified` means that the step gave no
 * verdict.
 */
export interface Step {
  readonly kind: 'passed' | 'failed' | 'unverified';
  readonly title: string;
  /** Lines that are printed below the title of the step. */
  readonly lines: readonly string[];
  readonly repair?: string;
  readonly observation?: Observation;
  readonly broken?: readonly Broken[];
}

/**
 * The exit code, as for `parity check`: 1 if a step failed, 2 if a step could not be verified or there was no step,
 * otherwise 0.
 */
export function exitCodeOf(steps: readonly Step[]): 0 | 1 | 2 {
  if (steps.some(({ kind }) => kind === 'failed')) return 1;
  return steps.length === 0 || steps.some(({ kind }) => kind === 'unverified') ? 2 : 0;
}

/** The maximum number of step names in the summary line. */
const MAX_NAMES = 8;

/** The last line of `parity smoke`: the verdict, and the steps that failed or could not be verified. */
export function stepsSummary(steps: readonly Step[]): string {
  const failed = steps.filter(({ kind }) => kind === 'failed');
  const open = steps.filter(({ kind }) => kind === 'unverified');
  const unverified =
    open.length === 0 ? '' : `${open.length} of ${counted(steps.length, 'step')} could not be verified: ${names(open)}`;
  if (failed.length > 0)
    return `fail: ${failed.length} of ${counted(steps.length, 'step')} failed: ${names(failed)}${unverified === '' ? '' : `; ${unverified}`}`;
  return unverified === '' ? `pass: ${counted(steps.length, 'step')}` : `inconclusive: ${unverified}`;
}

function names(steps: readonly Step[]): string {
  const more = steps.length > MAX_NAMES ? ` and ${steps.length - MAX_NAMES} more` : '';
  return `${steps
    .slice(0, MAX_NAMES)
    .map(({ title }) => title)
    .join(', ')}${more}`;
}
