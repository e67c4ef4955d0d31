/** One raw HTTP request and its response as a tap saw them. Nothing is decoded: header order, path bytes and body bytes are the wire's. */
export interface Exchange {
  readonly request: WireRequest;
  readonly response: WireResponse | { readonly kind: 'failed'; readonly reason: string };
}

export type HeaderPair = readonly [name: string, value: string];

export interface WireRequest {
  /** As sent, upper case by RFC 9110. */
  readonly method: string;
  /** Origin form with the raw query: `/items/a%2Fb?limit=1`; the tap's own path prefix is taken off. */
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
}

export interface WireResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
}

/** The first header of that name, or `undefined`; names compare without case (RFC 9110 §5.1). */
export function headerValue(headers: readonly HeaderPair[], name: string): string | undefined {
  for (const pair of headers) {
    if (pair[0].length === name.length && pair[0].toLowerCase() === name) return pair[1];
  }
  return undefined;
}
