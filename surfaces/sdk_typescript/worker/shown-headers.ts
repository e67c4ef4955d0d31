import type { NativeSignal } from '../../outcome.js';

/** The maximum number of headers of an error, and of characters of one value. */
const MOST_HEADERS = 100;
const MOST_CHARACTERS = 2000;

/** Headers that are never recorded: they may contain secrets, or differ in every reply. */
const UNRECORDED: ReadonlySet<string> = new Set([
  'date',
  'authorization',
  'authentication-info',
  'cookie',
  'proxy-authorization',
  'set-cookie',
]);

/**
 * The headers that an error contains. `headers` may be a plain object, a `Map`, or another object with `entries()`,
 * such as `Headers`. For any other value, there are no headers. Values that are not strings, the date, and headers that
 * may contain secrets are left out.
 */
export function shownHeaders(headers: unknown): Pick<NativeSignal, 'headers'> {
  const entries = entriesOf(headers);
  if (entries === undefined) return {};
  const shown = entries.flatMap(([name, value]) =>
    typeof name !== 'string' || typeof value !== 'string' || UNRECORDED.has(name.toLowerCase())
      ? []
      : [[name.toLowerCase(), value.slice(0, MOST_CHARACTERS)] as const],
  );
  return { headers: Object.fromEntries(shown) };
}

/** The first entries of a value that contains headers. It comes from the SDK, so reading it may throw. */
function entriesOf(headers: unknown): readonly (readonly [unknown, unknown])[] | undefined {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return undefined;
  try {
    const entries =
      'entries' in headers && typeof headers.entries === 'function'
        ? (headers as Headers).entries()
        : Object.entries(headers).values();
    return Array.from({ length: MOST_HEADERS }, () => entries.next()).flatMap(({ done, value }) =>
      done === true ? [] : [value as readonly [unknown, unknown]],
    );
  } catch {
    return undefined;
  }
}
