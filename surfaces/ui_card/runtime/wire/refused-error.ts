/** Thrown if the entered values cannot be encoded as a request. Nothing was sent. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}
