import type { Screen } from './wrapped.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether colours may be written: to a terminal that knows control sequences, unless `NO_COLOR` has a value (no-color.org).
 * The output has the same words without them.
 */
export function hasColours({ isTTY }: Screen, { NO_COLOR = '', TERM }: Environment = process.env): boolean {
  return isTTY === true && NO_COLOR === '' && TERM !== 'dumb';
}

/** Whether a line can be written again. The log of a CI job keeps every line, even if the job has a terminal. */
export function canRedraw({ isTTY }: Screen, { CI = '', TERM }: Environment = process.env): boolean {
  return isTTY === true && TERM !== 'dumb' && (CI === '' || CI === 'false');
}
