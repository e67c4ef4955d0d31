import type { Json } from './json.js';

/**
 * The JSON text of a value; `undefined` if the value is nested too deeply. `JSON.stringify` is recursive, so it fails
 * for some depths that `JSON.parse` accepts.
 */
export function jsonText(value: Json): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let known = texts.get(value);
  if (known === undefined) {
    known = written(value);
    if (known !== undefined) texts.set(value, known);
  }
  return known;
}

/** Caches the JSON text of each value. Values are immutable, so a cached text stays correct. */
const texts = new WeakMap<object, string>();

function written(value: Json): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
