/** Whether a byte continues a multi-byte character of UTF-8 (RFC 3629 §3). */
export function isWithinCharacter(bytes: Uint8Array, index: number): boolean {
  return ((bytes[index] ?? 0) & 0xc0) === 0x80;
}
