/** A response before it is sent. Sending adds `content-length`. */
export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** If omitted, the reply has no body, as with 204. */
  readonly body?: Uint8Array;
}

/**
 * A success whose body is written while it is produced, with backpressure. The iteration ends when the client
 * disconnects.
 */
export interface StreamReply {
  readonly kind: 'stream';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: AsyncIterable<string>;
}

/** A success whose JSON body is already text in UTF-8. */
export function jsonReply(status: number, body: Uint8Array, headers: Readonly<Record<string, string>> = {}): Reply {
  return { kind: 'reply', status, headers: { ...headers, 'content-type': 'application/json' }, body };
}
