import { joinPointer } from '../../contract/json/json-pointer.js';

/** Where one stands in an object or a list. */
interface Level {
  /** Names met so far; absent in a list. */
  readonly names?: Set<string>;
  /** Of the member or element that is being read. */
  token: string | number;
}

/**
 * Pointer of the first member that an object of a JSON text has twice, or `undefined`. Readers differ in which of the two
 * they keep (RFC 8259 §4). The text has to be JSON, as `JSON.parse` has found before; names compare unescaped.
 */
export function duplicateMember(text: string): string | undefined {
  const levels: Level[] = [];
  // Strings whole, with the colon behind those that are names; everything else that is of no structure is skipped.
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
