/** A message lists all known names if there are at most this many. */
const MAX_SHOWN = 12;
const NEAREST = 5;
/**
 * Names are compared only up to this number of characters, because the time of a comparison grows with the square of
 * the length.
 */
const MAX_COMPARED = 100;

/**
 * The repair for an unknown name. It lists all known names. If there are many, it lists only names with a similar
 * spelling.
 */
export function nameOneOf(name: string, names: readonly string[]): string {
  if (names.length <= MAX_SHOWN) return `Name one of: ${names.join(', ')}.`;
  const near = names.map((candidate) => ({
    candidate,
    distance: editDistance(name.toLowerCase(), candidate.toLowerCase()),
  }));
  const nearest = near.toSorted((a, b) => a.distance - b.distance).slice(0, NEAREST);
  return `Name one of: ${nearest.map(({ candidate }) => candidate).join(', ')}, or one of ${names.length - NEAREST} other names.`;
}

/** Levenshtein distance: the number of insertions, deletions and replacements between two strings. */
function editDistance(from: string, to: string): number {
  const [a, b] = [from.slice(0, MAX_COMPARED), to.slice(0, MAX_COMPARED)];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...b].entries()) {
      next.push(Math.min((row[at] ?? 0) + (letter === other ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
