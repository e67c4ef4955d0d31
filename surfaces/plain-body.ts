import type { Json } from '../contract/json/json.js';
import { concreteMediaType, contentKind, essence } from '../contract/wire/message.js';

/**
 * Why a client that writes JSON and text, and nothing else, cannot send a body; `undefined` where it can. What a form or a
 * string of bytes is has no agreed shape in a flat argument list, so that no driver of such clients offers one.
 */
export function plainBodyFault(mediaType: string, value: Json): string | undefined {
  if (concreteMediaType(mediaType) !== mediaType) return `which type of body ${essence(mediaType)} is, a client of this kind cannot say`;
  const kind = contentKind(mediaType);
  if (kind === 'bytes') return `only JSON and text are sent as a body, which ${essence(mediaType)} is neither of`;
  if (kind === 'json') return undefined;
  if (typeof value === 'string') return /\p{Surrogate}/u.test(value) ? 'a lone surrogate has no UTF-8 encoding' : undefined;
  return `a body of type ${essence(mediaType)} is text, which this value is not`;
}
