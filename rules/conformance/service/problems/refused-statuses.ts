import { statusesIn } from '../../../../contract/sentences.js';

/** Statuses with which a service may refuse a value in the input (RFC 9110 §15.5.1, §15.5.21). */
export const ABOUT_VALUE: ReadonlySet<number> = new Set([400, 422]);

/** Statuses with which a service refuses credentials (RFC 9110 §15.5.2, §15.5.4). */
export const ABOUT_CREDENTIALS: ReadonlySet<number> = new Set([401, 403]);

/**
 * Statuses that refuse a token, a method, an accepted media type or a missing precondition, and never a given value.
 */
const NOT_OF_VALUES: ReadonlySet<number> = new Set([401, 405, 406, 428]);

/** Whether a status may refuse a request because of one of its values. */
export function mayBeAboutValue(status: number): boolean {
  return status >= 400 && status < 500 && !NOT_OF_VALUES.has(status);
}

/**
 * Whether a sentence about refused values may be about this status: it names the status, or it names no status, and the
 * status is usual for a wrong value (400, 422) or for a value that names nothing (404).
 */
export function isAbout(sentence: string, status: number): boolean {
  const statuses = statusesIn(sentence);
  return statuses.includes(String(status)) || (statuses.length === 0 && (ABOUT_VALUE.has(status) || status === 404));
}
