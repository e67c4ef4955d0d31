import type { Json } from '../contract/json/json.js';
import { concreteMediaType, contentKind, essence } from '../contract/wire/message.js';

/**
 * The reason why a client that writes only JSON and text cannot send a body; `undefined` if there is none. Forms and
 * binary data have no agreed form in a flat argument list, so drivers of such clients do not offer them.
 */
export function simpleBodyFault(mediaType: string, value: Json): string | undefined {
  if (concreteMediaType(mediaType) !== mediaType)
    return `this client cannot choose a concrete media type for ${essence(mediaType)}`;
  const kind = contentKind(mediaType);
  if (kind === 'bytes') return `this client sends JSON and text only, and ${essence(mediaType)} is neither`;
  if (kind === 'json') return undefined;
  if (typeof value === 'string')
    return /\p{Surrogate}/u.test(value) ? 'a lone surrogate has no UTF-8 encoding' : undefined;
  return `a body of type ${essence(mediaType)} is text, but this value is not a string`;
}
