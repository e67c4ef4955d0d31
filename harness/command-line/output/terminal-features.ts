import type { Screen } from './wrapped.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * True if the output may contain colours: the stream is a terminal that supports control sequences, and `NO_COLOR` is
 * not set (no-color.org). The words of the output are the same with and without colours.
 */
export function hasColours({ isTTY }: Screen, { NO_COLOR = '', TERM }: Environment = process.env): boolean {
  return isTTY === true && NO_COLOR === '' && TERM !== 'dumb';
}

/** True if a line can be redrawn. The log of a CI job keeps every line, even if the job has a terminal. */
export function canRedraw({ isTTY }: Screen, { CI = '', TERM }: Environment = process.env): boolean {
  return isTTY === true && TERM !== 'dumb' && (CI === '' || CI === 'false');
}
