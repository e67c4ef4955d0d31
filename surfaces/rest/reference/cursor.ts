import { createHash } from 'node:crypto';

/**
 * A place between two items as clients carry it: the last sequence number seen and a check sum, which tells a cursor of
 * ours from other text. It names an item rather than an offset, so what is added later neither repeats nor hides one.
 */
export function encodeCursor(sequence: number): string {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(sequence, 0, 6);
  createHash('sha256').update('items').update(bytes.subarray(0, 6)).digest().copy(bytes, 6, 0, 6);
  return bytes.toString('base64url');
}

/** The sequence number, or `undefined` for what `encodeCursor` did not write. */
export function decodeCursor(cursor: string): number | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length !== 12) return undefined;
  const sequence = bytes.readUIntBE(0, 6);
  // Decoding is lenient about stray characters; only the one spelling counts.
  return encodeCursor(sequence) === cursor ? sequence : undefined;
}
