/**
 * The arguments cannot be encoded as a request, and nothing was sent. Invalid input that can be encoded is sent, and
 * the service refuses it.
 */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code = 'refused';
}
