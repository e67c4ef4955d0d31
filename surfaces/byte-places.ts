import type { MediaContent } from '../contract/operation.js';
import { concreteMediaType, contentKind, isFormMediaType } from '../contract/wire/message.js';

/**
 * The parts of a body that are bytes: `body` for the whole body, or the names of members of a form. In a case, a string
 * represents bytes: each character, up to U+00FF, is one byte.
 */
export type BytePlaces = 'body' | readonly string[];

export function bytePlaces({ mediaType, encoding }: MediaContent): BytePlaces {
  if (isFormMediaType(mediaType))
    return [...(encoding ?? [])].flatMap(([name, { isBinary }]) => (isBinary === true ? [name] : []));
  return contentKind(concreteMediaType(mediaType)) === 'bytes' ? 'body' : [];
}
