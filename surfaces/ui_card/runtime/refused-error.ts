/** What was entered has no form on the wire; nothing was sent. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}
