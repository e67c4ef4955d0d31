import type { Json } from '../../../../contract/json/json.js';

export type JsonReading =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'malformed'; readonly detail: string }
  /** The JSON is nested so deeply that code that processes it could exceed its stack. */
  | { readonly kind: 'too-deep' };

/** The maximum depth of nesting, which is more than ten times the depth of any schema of the example services. */
export const DEEPEST_NESTING = 64;

/**
 * Reads JSON as strictly as RFC 8259 permits. The text must be UTF-8 without a byte order mark (§8.1), and an object
 * must not contain the same name twice (§4).
 */
export function readJson(bytes: Uint8Array): JsonReading {
  if (bytes.length === 0) return { kind: 'malformed', detail: 'There is no body.' };
  const text = decodeUtf8(bytes);
  if (text === undefined) return { kind: 'malformed', detail: 'The body is not valid UTF-8.' };
  const value = parse(text);
  if (value === undefined) return { kind: 'malformed', detail: 'The body is not valid JSON (RFC 8259).' };
  const shape = shapeOf(text);
  if (shape === 'repeated-name') return { kind: 'malformed', detail: 'An object has two members with the same name.' };
  return shape === 'too-deep' ? { kind: 'too-deep' } : { kind: 'json', value };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/**
 * Finds repeated names and deep nesting in valid JSON text, in one pass. `JSON.parse` would keep only the last of two
 * members with the same name.
 */
function shapeOf(text: string): 'regular' | 'repeated-name' | 'too-deep' {
  // For each open container: the member names of an object so far, or `undefined` for an array.
  const open: (Set<string> | undefined)[] = [];
  // Whether the next string may be a member name, because it comes first in a container or after a comma.
  let naming = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      const end = stringEnd(text, index);
      if (naming && !isNew(open.at(-1), text.slice(index, end + 1))) return 'repeated-name';
      naming = false;
      index = end;
    } else if (character === '{' || character === '[') {
      if (open.push(character === '{' ? new Set() : undefined) > DEEPEST_NESTING) return 'too-deep';
      naming = true;
    } else if (character === '}' || character === ']') open.pop();
    else if (character === ',') naming = true;
  }
  return 'regular';
}

/** The index of the closing quote of the string that starts at `start`. */
function stringEnd(text: string, start: number): number {
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end;
}

/**
 * Adds the name of a member. Returns false if the object already has this name. The names are decoded first, so `"a"`
 * and `"\u0061"` are the same name.
 */
function isNew(names: Set<string> | undefined, literal: string): boolean {
  if (names === undefined) return true;
  const name = literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
  if (names.has(name)) return false;
  names.add(name);
  return true;
}
