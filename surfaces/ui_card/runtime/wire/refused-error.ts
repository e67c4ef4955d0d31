/** The entered values cannot be encoded as a request; nothing was sent. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}
