/** The size in bytes of the given texts, joined with an empty line between them. */
export function bytes(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part, 'utf8') + 2, 0);
}

/** The longest prefix of the parts that fits into `max` bytes if they are joined with empty lines. */
export function fitting(parts: readonly string[], max: number): readonly string[] {
  let used = 0;
  const end = parts.findIndex((part) => {
    used += bytes([part]);
    return used > max;
  });
  return end < 0 ? parts : parts.slice(0, end);
}
