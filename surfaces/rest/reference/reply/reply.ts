/** A reply that has not been sent yet. `content-length` is added when it is sent. */
export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body. Omitted for a reply without a body, such as a 204. */
  readonly body?: Uint8Array;
}

/**
 * A successful reply whose body is sent while it is being produced. If the client reads slowly, production waits. If
 * the client disconnects, production ends.
 */
export interface StreamReply {
  readonly kind: 'stream';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: AsyncIterable<string>;
}

/** A success with a body that is already JSON text in UTF-8. */
export function jsonReply(status: number, body: Uint8Array, headers: Readonly<Record<string, string>> = {}): Reply {
  return { kind: 'reply', status, headers: { ...headers, 'content-type': 'application/json' }, body };
}
