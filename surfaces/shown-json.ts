import type { Json } from '../contract/json/json.js';
import { isWithinBounds } from '../contract/json/json-bounds.js';

/** A longer text of what a surface showed is not read: one reply of the service may be shown indented, or escaped twice. */
export const MOST_SHOWN = 4 * 1024 * 1024;

/** Part of an outcome: `value` or `problem`, or that it is more than may be kept. */
export type Shown<Name extends 'value' | 'problem'> = { readonly [Key in Name]?: Json } | { readonly oversized: true };

/** What a surface showed, in an outcome. */
export function shownAs<Name extends 'value' | 'problem'>(name: Name, shown: Json | undefined | typeof OVERSIZED): Shown<Name> {
  if (shown === OVERSIZED) return { oversized: true };
  return (shown === undefined ? {} : { [name]: shown }) as Shown<Name>;
}

/** Stands for a value that is more than may be kept. */
export const OVERSIZED: unique symbol = Symbol('oversized');

/** Whether a JSON text, in characters or bytes, is more than is read. */
export function isOversized(text: string | Uint8Array): boolean {
  return text.length > MOST_SHOWN || !isWithinBounds(text);
}
