import type { HeaderPair } from '../../../contract/wire/message.js';
import type { Secrets } from './secrets.js';

/** Loopback addresses with a port that the system or the harness chose for one run, for taps and services. */
const CHOSEN_PORT = /(127\.0\.0\.1|localhost|\[::1\]):[2-6]\d{4}(?!\d)/g;

/** Replaces values that differ from run to run by placeholders, so that the same seed gives the same report. */
export function repeatable({ redact, placeholders }: Secrets): Secrets {
  return { placeholders, redact: (text) => redact(text).replaceAll(CHOSEN_PORT, '$1:$PORT') };
}

/** Replaces a valid `Date` (RFC 9110 §6.6.1), which depends on the clock. */
export function repeatableHeader([name, value]: HeaderPair): HeaderPair {
  return name.toLowerCase() === 'date' && !Number.isNaN(Date.parse(value)) ? [name, '$DATE'] : [name, value];
}
