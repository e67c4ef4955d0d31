/**
 * Thrown if the arguments cannot be encoded as a request. Nothing was sent. Invalid arguments that can be encoded are
 * sent, and the service refuses them.
 */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code = 'refused';
}
