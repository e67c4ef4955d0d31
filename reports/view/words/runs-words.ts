import type { HeaderEntry } from '../../report.js';
import { counted } from '../../text/amounts.js';

/** Describes how many generated cases an operation had, for example `16 runs per operation`. */
export function runsWords({ runs, sampling }: Pick<HeaderEntry, 'runs' | 'sampling'>): string {
  if (sampling === 'quick')
    return 'quick: only the first cases of each kind, and the first gate decisions, sequences, replies and network faults';
  return `${sampling === 'by-cost' ? 'up to ' : ''}${counted(runs, 'run')} per operation`;
}
