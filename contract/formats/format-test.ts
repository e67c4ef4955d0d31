import { patternTest } from '../patterns/pattern-matcher.js';
import { isDate, isDateTime, isTime } from './dates-and-times.js';
import { EMAIL, HOSTNAME, IDN_EMAIL, IPV4, IPV6 } from './host-patterns.js';
import { IRI, IRI_REFERENCE, URI, URI_REFERENCE, URI_TEMPLATE } from './uri-patterns.js';

/** RFC 3339, appendix A: no fractions, no gap between the units, weeks without any other unit. */
const DURATION =
  '^P(?:(?:\\d+D|\\d+M(?:\\d+D)?|\\d+Y(?:\\d+M(?:\\d+D)?)?)(?:T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S))?' +
  '|T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)|\\d+W)$';
const HEX = '[0-9A-Fa-f]';
/** RFC 6901 §3. */
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
  // RFC 9562 §4 allows letters of either case.
  uuid: `^${HEX}{8}-(?:${HEX}{4}-){3}${HEX}{12}$`,
  'json-pointer': `^${POINTER}$`,
  'relative-json-pointer': `^(?:0|[1-9]\\d*)(?:#|${POINTER})$`,
};

/**
 * The formats of JSON Schema Validation §7.3 that are validated here. Each format is tested by the grammar of its RFC,
 * in time linear in the text. Two formats are not included. `regex` is validated by the JavaScript engine.
 * `idn-hostname` is only an annotation, because its rules (RFC 5891) are Unicode tables.
 */
export function formatTests(): ReadonlyMap<string, (text: string) => boolean> {
  const byPattern = Object.entries(PATTERNS).map(([format, pattern]) => [format, remembered(pattern)] as const);
  return new Map([...byPattern, ['date', isDate], ['time', isTime], ['date-time', isDateTime]]);
}

/** Whether a text can violate the format; every other format is an annotation (Validation §7.2.1). */
export function isAsserted(format: string): boolean {
  return ASSERTED.has(format);
}

const ASSERTED: ReadonlySet<string> = new Set([...Object.keys(PATTERNS), 'date', 'time', 'date-time', 'regex']);

/**
 * The pattern that defines a format, from which texts of a given length can be generated. `undefined` if no pattern
 * describes the format.
 */
export function formatPattern(format: string): string | undefined {
  return Object.hasOwn(PATTERNS, format) ? PATTERNS[format] : undefined;
}

/** Compiles the pattern on first use, because few contracts use more than three formats. */
function remembered(pattern: string): (text: string) => boolean {
  let test: ((text: string) => boolean) | undefined;
  return (text) => (test ??= patternTest(pattern))(text);
}
