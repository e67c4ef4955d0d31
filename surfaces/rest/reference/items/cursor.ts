import { createHash } from 'node:crypto';

/**
 * An opaque position between two items: the sequence number of the last item before it, and a check sum, which
 * distinguishes a valid cursor from other text. A cursor names an item and not an offset, so that later additions
 * neither repeat nor hide an item.
 */
export function encodeCursor(sequence: number): string {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(sequence, 0, 6);
  createHash('sha256').update('items').update(bytes.subarray(0, 6)).digest().copy(bytes, 6, 0, 6);
  return bytes.toString('base64url');
}

/** The sequence number, or `undefined` for a text that `encodeCursor` did not write. */
export function decodeCursor(cursor: string): number | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length !== 12) return undefined;
  const sequence = bytes.readUIntBE(0, 6);
  // Decoding ignores invalid characters; only the canonical form is accepted.
  return encodeCursor(sequence) === cursor ? sequence : undefined;
}
