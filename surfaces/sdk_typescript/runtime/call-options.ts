import { RefusedError } from './refused-error.js';

/** Options of one call. If an option is omitted, the option of the client applies. */
export interface CallOptions {
  /** Ends the call or the stream. The call rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** The time limit of the whole call. For a stream, the maximum time without any bytes. */
  readonly timeoutMs?: number;
  /** Additional headers. They replace other headers with the same names. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Checks headers, and converts their names to lower case. Throws a `RefusedError` for a header that cannot be sent (RFC
 * 9110 §5.1, §5.5). The message does not contain the value of the header.
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
 * True if a text can be the value of a header: visible ASCII, with spaces and tabs only between other characters (RFC
 * 9110 §5.5). Recipients may change or refuse any other text.
 */
export function isHeaderText(text: string): boolean {
  return /^(?:[!-~](?:[ \t!-~]*[!-~])?)?$/.test(text);
}
