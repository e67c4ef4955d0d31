import type { Json } from './json.js';

/**
 * The JSON text of a value; `undefined` if the value is nested too deeply. `JSON.stringify` is recursive, so it fails
 * for some depths that `JSON.parse` accepts.
 */
export function jsonText(value: Json): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
