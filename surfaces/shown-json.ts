import type { Json } from '../contract/json/json.js';
import { isWithinBounds } from '../contract/json/json-bounds.js';

/**
 * The maximum length of a text that a surface shows, in characters or bytes. It is a separate limit, because
 * indentation or double escaping makes the shown text longer than the reply.
 */
export const MOST_SHOWN = 4 * 1024 * 1024;

/**
 * A value as the member `value` or `problem` of an outcome. If the value exceeds the limit, the outcome has `oversized`
 * in its place.
 */
export type Shown<Name extends 'value' | 'problem'> = { readonly [Key in Name]?: Json } | { readonly oversized: true };

/**
 * Returns the value as a member with the given name. For a value that exceeds the limit, returns `oversized` in its
 * place.
 */
export function shownAs<Name extends 'value' | 'problem'>(
  name: Name,
  shown: Json | undefined | typeof OVERSIZED,
): Shown<Name> {
  if (shown === OVERSIZED) return { oversized: true };
  return (shown === undefined ? {} : { [name]: shown }) as Shown<Name>;
}

/** Stands for a value that exceeds the limit. */
export const OVERSIZED: unique symbol = Symbol('oversized');

/**
 * True if a JSON text is longer than the limit, or has too many values. A string is measured in characters, an array in
 * bytes.
 */
export function isOversized(text: string | Uint8Array): boolean {
  return text.length > MOST_SHOWN || !isWithinBounds(text);
}

/**
 * A string in scripted replies that a page must show exactly as it is. If the page parses the string as HTML instead,
 * the page shows the text `PARSED_MARKUP`, which is in no reply.
 */
export const MARKUP_TEXT = '<b onclick=x>mark&amp;up</b>';
export const PARSED_MARKUP = 'mark&up';
