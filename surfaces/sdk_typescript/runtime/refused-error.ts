/** The arguments have no form on the wire: nothing was sent. Invalid input that can be sent is left to the service to judge. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code = 'refused';
}
