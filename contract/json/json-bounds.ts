/** Limits for a JSON text that the harness parses and validates. */
interface JsonBounds {
  readonly depth: number;
  /** The maximum number of members, elements, objects and arrays together. */
  readonly nodes: number;
}

/**
 * Limits for the replies of services and surfaces. A value with a greater depth would overflow the call stack when it
 * is compared. With more nodes, each rule would take seconds, and each node takes some hundred bytes of memory.
 */
export const REPLY_BOUNDS: JsonBounds = { depth: 2000, nodes: 100_000 };

/** The length of a JSON text up to which it is always within the bounds. */
const ALWAYS_SMALL = REPLY_BOUNDS.depth;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/**
 * Whether a JSON text is within `REPLY_BOUNDS`. The text is scanned once, without parsing. The result has no meaning
 * for a text that is not JSON; `JSON.parse` rejects such a text later. UTF-8 bytes can be scanned like characters,
 * because no byte of a multi-byte character equals a bracket, comma or quote (RFC 3629 §3).
 */
export function isWithinBounds(text: string | Uint8Array): boolean {
  if (text.length <= ALWAYS_SMALL) return true;
  const at =
    typeof text === 'string'
      ? (index: number): number => text.charCodeAt(index)
      : (index: number): number => text[index] ?? 0;
  let [depth, nodes] = [0, 1];
  for (let index = 0; index < text.length; index += 1) {
    const code = at(index);
    // The codes of square and curly brackets differ only in this bit.
    const bracket = code | 0x20;
    if (code === QUOTE) index = endOfString(text.length, at, index);
    else if (code === COMMA) nodes += 1;
    else if (bracket === CLOSING) depth -= 1;
    else if (bracket === OPENING) [depth, nodes] = [depth + 1, nodes + 1];
    if (depth > REPLY_BOUNDS.depth || nodes > REPLY_BOUNDS.nodes) return false;
  }
  return true;
}

/**
 * Whether a text that is not JSON ends inside a string, or before all brackets are closed. If so, the end of the text
 * was lost.
 */
export function endsWithin(text: Uint8Array): boolean {
  const at = (index: number): number => text[index] ?? 0;
  const first = text.find((code) => !WHITE_SPACE.has(code));
  if (first === undefined || (first !== QUOTE && (first | 0x20) !== OPENING)) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const bracket = at(index) | 0x20;
    if (at(index) === QUOTE) {
      index = endOfString(text.length, at, index);
      if (index >= text.length) return true;
    } else if (bracket === CLOSING) depth -= 1;
    else if (bracket === OPENING) depth += 1;
    if (depth < 0) return false;
  }
  return depth > 0;
}

const WHITE_SPACE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Whether a value has more nodes than `most`. Returns `false` for a cyclic value, which JSON cannot represent. Only
 * arrays and objects are traversed. An exception in a getter of an object is not caught.
 */
export function hasManyNodes(value: unknown, most = REPLY_BOUNDS.nodes): boolean {
  const pending: unknown[] = [value];
  const open = new Set<object>();
  let nodes = 0;
  for (let next = pending.pop(); next !== undefined || pending.length > 0; next = pending.pop()) {
    if (next instanceof Closing) open.delete(next.opened);
    if (typeof next !== 'object' || next === null || next instanceof Closing) continue;
    if (open.has(next)) return false;
    const parts: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    nodes += parts.length + 1;
    if (nodes > most) return true;
    open.add(next);
    pending.push(new Closing(next));
    for (const part of parts) pending.push(part);
  }
  return false;
}

/**
 * A marker on the stack of values that are still to be visited. It lies below the parts of an object. When it is taken
 * from the stack, all parts of the object have been visited.
 */
class Closing {
  constructor(readonly opened: object) {}
}

/** The index of the quotation mark that ends the string. `opening` is the index of its first quotation mark. */
function endOfString(length: number, at: (index: number) => number, opening: number): number {
  let index = opening + 1;
  while (index < length && at(index) !== QUOTE) index += at(index) === BACKSLASH ? 2 : 1;
  return index;
}
