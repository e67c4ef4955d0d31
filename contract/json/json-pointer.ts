import { type Json, ownValue } from './json.js';

/** A name or an index as a token of a JSON pointer, with `~` and `/` escaped (RFC 6901 §3). */
function escapeToken(token: string | number): string {
  if (typeof token === 'number') return String(token);
  return /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
}

/** A JSON pointer with further tokens appended. Each token is escaped. */
export function joinPointer(pointer: string, ...tokens: readonly (string | number)[]): string {
  return tokens.reduce<string>((joined, token) => `${joined}/${escapeToken(token)}`, pointer);
}

/** The tokens of a JSON pointer, unescaped (RFC 6901 §4: `~1` before `~0`). */
export function pointerTokens(pointer: string): readonly string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((token) => (token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token));
}

/** The value at a pointer; `undefined` if there is no such value. */
export function valueAt(document: Json | undefined, pointer: string): Json | undefined {
  let value = document;
  for (const token of pointerTokens(pointer)) {
    value = Array.isArray(value) ? (value as readonly Json[])[Number(token)] : ownValue(value, token);
    if (value === undefined) return undefined;
  }
  return value;
}

/**
 * `pointer` with `*` in place of each list index: `/items/*` for `/items/3`. All elements of a list then have the same
 * pointer.
 */
export function anyElement(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

/** The pointer without its last token. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** The last token of a pointer, still escaped; empty for the root pointer. */
export function lastToken(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}
