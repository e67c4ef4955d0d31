import { RefusedError } from './refused-error.js';

/** How one call is made; what is left out is as the client has it. */
export interface CallOptions {
  /** Ends the call, a stream included: it is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** For the whole call; of a stream, for its longest silence. */
  readonly timeoutMs?: number;
  /** Sent in place of whatever else the request would have under these names. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Names in lower case. Throws a `RefusedError` for what no request can carry (RFC 9110 §5.1, §5.5); no value is in its message. */
export function readHeaders(headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) throw new RefusedError(`headers: ${JSON.stringify(name)} is no name of a header.`);
      if (typeof value !== 'string' || !isHeaderText(value)) throw new RefusedError(`headers: the value of ${name} cannot be sent.`);
      return [name.toLowerCase(), value] as const;
    }),
  );
}

/** RFC 9110 §5.5: visible ASCII with blanks inside; anything else is changed or refused on the way. */
export function isHeaderText(text: string): boolean {
  return /^(?:[!-~](?:[ \t!-~]*[!-~])?)?$/.test(text);
}
