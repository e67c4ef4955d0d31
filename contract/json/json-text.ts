import type { Json } from './json.js';

/** The JSON text of a value; `undefined` where it is nested deeper than can be written: `JSON.stringify` recurses and so reaches less deep than `JSON.parse`. */
export function jsonText(value: Json): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let known = texts.get(value);
  if (known === undefined) {
    known = written(value);
    if (known !== undefined) texts.set(value, known);
  }
  return known;
}

/** Values never change: whoever tells them apart and whoever sends them look at the same text, written once. */
const texts = new WeakMap<object, string>();

function written(value: Json): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
