import type { Json } from '../contract/json/json.js';
import { isWithinBounds } from '../contract/json/json-bounds.js';

/**
 * Limit of the text that a surface shows, in characters or bytes. Indentation or double escaping may make a shown reply
 * longer than the reply itself.
 */
export const MOST_SHOWN = 4 * 1024 * 1024;

/** A value as the member `value` or `problem` of an outcome. `oversized` replaces a value that exceeds the limit. */
export type Shown<Name extends 'value' | 'problem'> = { readonly [Key in Name]?: Json } | { readonly oversized: true };

/** An object with the value under the given name, or with `oversized` for a value that exceeds the limit. */
export function shownAs<Name extends 'value' | 'problem'>(
  name: Name,
  shown: Json | undefined | typeof OVERSIZED,
): Shown<Name> {
  if (shown === OVERSIZED) return { oversized: true };
  return (shown === undefined ? {} : { [name]: shown }) as Shown<Name>;
}

/** Stands for a value that exceeds the limit. */
export const OVERSIZED: unique symbol = Symbol('oversized');

/** Whether a JSON text exceeds the limit. A string is measured in characters, an array in bytes. */
export function isOversized(text: string | Uint8Array): boolean {
  return text.length > MOST_SHOWN || !isWithinBounds(text);
}

/**
 * A string in scripted replies that a page must show unchanged. A page that parses the string as HTML shows
 * `PARSED_MARKUP`, which no reply contains.
 */
export const MARKUP_TEXT = '<b onclick=x>mark&amp;up</b>';
export const PARSED_MARKUP = 'mark&up';
