import type { CaseInput } from './case.js';
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

/** What tells inputs apart: those of one text are one input. The body's own text, which is what goes out later, is written once. */
export function inputText({ path, query, header, cookie, body, mediaType }: CaseInput): string {
  const head = JSON.stringify([path, query, header, cookie, mediaType]);
  return body === undefined ? head : `${head}${jsonText(body) ?? ''}`;
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
