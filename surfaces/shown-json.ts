import type { Json } from '../contract/json/json.js';
import { isWithinBounds } from '../contract/json/json-bounds.js';

/** Limit of the text that a surface shows. It permits a reply that is shown with indentation, or escaped twice. */
export const MOST_SHOWN = 4 * 1024 * 1024;

/** A part of an outcome: `value` or `problem`, or a mark that they exceed the limit. */
export type Shown<Name extends 'value' | 'problem'> = { readonly [Key in Name]?: Json } | { readonly oversized: true };

/** The shown value as a part of an outcome. */
export function shownAs<Name extends 'value' | 'problem'>(
  name: Name,
  shown: Json | undefined | typeof OVERSIZED,
): Shown<Name> {
  if (shown === OVERSIZED) return { oversized: true };
  return (shown === undefined ? {} : { [name]: shown }) as Shown<Name>;
}

/** Replaces a value that exceeds the limit. */
export const OVERSIZED: unique symbol = Symbol('oversized');

/** Whether a JSON text, in characters or bytes, exceeds the limit. */
export function isOversized(text: string | Uint8Array): boolean {
  return text.length > MOST_SHOWN || !isWithinBounds(text);
}

/**
 * A text in scripted replies that a page must show unchanged. A page that parses it as HTML shows `PARSED_MARKUP`,
 * which no reply contains.
 */
export const MARKUP_TEXT = '<b onclick=x>mark&amp;up</b>';
export const PARSED_MARKUP = 'mark&up';
