import { joinPointer } from '../../contract/json/json-pointer.js';

/** The current position in one object or list. */
interface Level {
  /** The names of earlier members; absent in a list. */
  readonly names?: Set<string>;
  /** Name or index of the current member or element. */
  token: string | number;
}

/**
 * Pointer to the first member that repeats a name in an object of a JSON text, or `undefined`. Parsers differ in which
 * of the two members they keep (RFC 8259 §4). The text must be valid JSON. Names are compared after their escapes are
 * decoded.
 */
export function duplicateMember(text: string): string | undefined {
  const levels: Level[] = [];
  // Matches strings, brackets and commas. If a string is a name, its colon is matched too. Numbers, literals and spaces
  // are skipped.
  for (const [match, string, colon] of text.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")\s*(:?)|[[\]{},]/g)) {
    const level = levels.at(-1);
    if (string !== undefined) {
      if (colon !== ':' || level?.names === undefined) continue;
      level.token = JSON.parse(string) as string;
      if (level.names.has(level.token)) return levels.reduce((pointer, { token }) => joinPointer(pointer, token), '');
      level.names.add(level.token);
    } else if (match === '{') levels.push({ names: new Set(), token: '' });
    else if (match === '[') levels.push({ token: 0 });
    else if (match === ',') {
      if (typeof level?.token === 'number') level.token += 1;
    } else levels.pop();
  }
  return undefined;
}
