/**
 * The arguments cannot be encoded as a request; nothing was sent. Input that is invalid but can be encoded is sent, and
 * the service refuses it.
 */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code = 'refused';
}
