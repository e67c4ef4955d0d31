import { patternTest } from '../patterns/pattern-matcher.js';
import { isDate, isDateTime, isTime } from './dates-and-times.js';
import { EMAIL, HOSTNAME, IDN_EMAIL, IPV4, IPV6 } from './host-patterns.js';
import { IRI, IRI_REFERENCE, URI, URI_REFERENCE, URI_TEMPLATE } from './uri-patterns.js';

/**
 * The grammar of durations (RFC 3339, appendix A). A duration has no fractions. It omits no unit between its first and
 * its last unit: `PT1H2S` is invalid. Weeks cannot be combined with other units.
 */
const DURATION =
  '^P(?:(?:\\d+D|\\d+M(?:\\d+D)?|\\d+Y(?:\\d+M(?:\\d+D)?)?)(?:T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S))?' +
  '|T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)|\\d+W)$';
const HEX = '[0-9A-Fa-f]';
/** The grammar of JSON pointers (RFC 6901 §3). */
const POINTER = '(?:/(?:[^~/]|~[01])*)*';

const PATTERNS: Readonly<Record<string, string>> = {
  duration: DURATION,
  email: EMAIL,
  'idn-email': IDN_EMAIL,
  hostname: HOSTNAME,
  ipv4: `^${IPV4}$`,
  ipv6: `^${IPV6}$`,
  uri: URI,
  'uri-reference': URI_REFERENCE,
  iri: IRI,
  'iri-reference': IRI_REFERENCE,
  'uri-template': URI_TEMPLATE,
  // RFC 9562 §4 allows upper-case and lower-case letters.
  uuid: `^${HEX}{8}-(?:${HEX}{4}-){3}${HEX}{12}$`,
  'json-pointer': `^${POINTER}$`,
  'relative-json-pointer': `^(?:0|[1-9]\\d*)(?:#|${POINTER})$`,
};

/**
 * The tests for formats of JSON Schema Validation §7.3, each by the grammar of its RFC. The time is linear in the
 * length of the string. Two formats are missing. `regex` is validated by the JavaScript engine. `idn-hostname` is only
 * an annotation, because its rules (RFC 5891) need large Unicode tables.
 */
export function formatTests(): ReadonlyMap<string, (text: string) => boolean> {
  const byPattern = Object.entries(PATTERNS).map(([format, pattern]) => [format, remembered(pattern)] as const);
  return new Map([...byPattern, ['date', isDate], ['time', isTime], ['date-time', isDateTime]]);
}

/** Whether validation checks the format. If not, a string with any content satisfies it (Validation §7.2.1). */
export function isAsserted(format: string): boolean {
  return ASSERTED.has(format);
}

const ASSERTED: ReadonlySet<string> = new Set([...Object.keys(PATTERNS), 'date', 'time', 'date-time', 'regex']);

/**
 * The pattern that defines a format; `undefined` if no pattern does. Generators use the pattern to make strings of a
 * given length.
 */
export function formatPattern(format: string): string | undefined {
  return Object.hasOwn(PATTERNS, format) ? PATTERNS[format] : undefined;
}

/**
 * A test for strings that match a pattern. The pattern is compiled on first use, because most contracts use at most
 * three formats.
 */
function remembered(pattern: string): (text: string) => boolean {
  let test: ((text: string) => boolean) | undefined;
  return (text) => (test ??= patternTest(pattern))(text);
}
