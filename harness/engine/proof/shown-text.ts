import { lastError } from '../../../reports/text/last-error.js';

/** The maximum number of characters of a body, outcome or log in a report. */
export const SHOWN_LENGTH = 4096;

/**
 * Shortens a string to its first and last characters, about `length` characters in total. Surrogate pairs are not
 * split.
 */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = text.slice(0, Math.ceil(length / 2)).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(text.length - Math.floor(length / 2)).replace(/^[\udc00-\udfff]/, '');
  return `${head}…[shortened]…${tail}`;
}

const LOG_LINES = 10;

/** The last error in a log, or its last lines if it has no stack trace. `undefined` if the log is empty. */
export function lastLines(log: string): string | undefined {
  // Reports show a tab as its escape, so the tabs in stack traces become spaces.
  const lines = log.trimEnd().replaceAll('\t', '    ').split('\n');
  const error = lastError(lines, LOG_LINES);
  if (error !== undefined) return shortened(error.join('\n').trimEnd(), SHOWN_LENGTH);
  const last = lines.slice(-LOG_LINES).join('\n').trim();
  return last === '' ? undefined : last.slice(-SHOWN_LENGTH);
}
