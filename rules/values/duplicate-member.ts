import { joinPointer } from '../../contract/json/json-pointer.js';

/** The position of the reader of a JSON text in one object or list. */
interface Level {
  /** The names of the members before the current one; absent in a list. */
  readonly names?: Set<string>;
  /** Name or index of the current member or element. */
  token: string | number;
}

/**
 * The pointer to the first member of a JSON text whose name already occurred in the same object; `undefined` if there
 * is none. Parsers differ in which of two such members they keep (RFC 8259 §4). Names are compared after their escapes
 * were decoded. The text must be valid JSON.
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
