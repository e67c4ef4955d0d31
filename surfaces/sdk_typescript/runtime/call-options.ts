import { RefusedError } from './refused-error.js';

/** Options of one call; omitted ones are those of the client. */
export interface CallOptions {
  /** Ends the call, a stream included: it is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Time limit of the whole call; for a stream, of its longest silence. */
  readonly timeoutMs?: number;
  /** Replace other headers of the same names. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Names in lower case. Throws a `RefusedError` for headers that cannot be sent (RFC 9110 §5.1, §5.5); its message does
 * not contain the value.
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

/** RFC 9110 §5.5: visible ASCII with blanks inside; recipients change or refuse anything else. */
export function isHeaderText(text: string): boolean {
  return /^(?:[!-~](?:[ \t!-~]*[!-~])?)?$/.test(text);
}
