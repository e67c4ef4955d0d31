import { createHash } from 'node:crypto';

/**
 * Encodes a position in the list as an opaque text. It contains the number of the last item before the position, and a
 * checksum that distinguishes a cursor from other text. It refers to an item and not to an offset, so an item that is
 * added between two pages is neither skipped nor listed twice.
 */
export function encodeCursor(sequence: number): string {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(sequence, 0, 6);
  createHash('sha256').update('items').update(bytes.subarray(0, 6)).digest().copy(bytes, 6, 0, 6);
  return bytes.toString('base64url');
}

/** The sequence number in a cursor. `undefined` for a string that `encodeCursor` did not write. */
export function decodeCursor(cursor: string): number | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length !== 12) return undefined;
  const sequence = bytes.readUIntBE(0, 6);
  // `Buffer` ignores invalid characters, so a cursor must equal its canonical form.
  return encodeCursor(sequence) === cursor ? sequence : undefined;
}
