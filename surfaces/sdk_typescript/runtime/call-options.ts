import { RefusedError } from './refused-error.js';

/** Options of one call. An omitted option has the value from the options of the client. */
export interface CallOptions {
  /** Ends the call, also if it is a stream. The call is rejected with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Time limit of the whole call. For a stream, the longest silence. */
  readonly timeoutMs?: number;
  /** Additional headers. They replace other headers with the same names. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Reads headers; names become lower case. Throws a `RefusedError` for headers that cannot be sent (RFC 9110 §5.1,
 * §5.5); its message does not contain the value.
 */
export function readHeaders(headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
        throw new RefusedError(`headers: ${JSON.stringify(name)} is not a valid header name.`);
      if (typeof value !== 'string' || !isHeaderText(value))
        throw new RefusedError(`headers: the value of ${name} cannot be sent.`);
      return [name.toLowerCase(), value] as const;
    }),
  );
}

/**
 * Whether a text can be a header value. RFC 9110 §5.5: visible ASCII with blanks inside; recipients change or refuse
 * anything else.
 */
export function isHeaderText(text: string): boolean {
  return /^(?:[!-~](?:[ \t!-~]*[!-~])?)?$/.test(text);
}
