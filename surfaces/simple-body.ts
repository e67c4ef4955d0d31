import type { Json } from '../contract/json/json.js';
import { concreteMediaType, contentKind, essence } from '../contract/wire/message.js';

/**
 * The reason why a client that sends only JSON and text cannot send a body. `undefined` if the client can. There is no
 * common way to pass forms and binary data as arguments, so the drivers of such clients do not send them.
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
