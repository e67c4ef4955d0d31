import type { MediaContent } from '../contract/operation.js';
import { concreteMediaType, contentKind, isFormMediaType } from '../contract/wire/message.js';

/**
 * Which parts of a body are bytes: `body` if the whole body is bytes, otherwise the names of the members of a form that
 * are bytes. A case represents bytes by a string: each character, up to U+00FF, is one byte.
 */
export type BytePlaces = 'body' | readonly string[];

export function bytePlaces({ mediaType, encoding }: MediaContent): BytePlaces {
  if (isFormMediaType(mediaType))
    return [...(encoding ?? [])].flatMap(([name, { isBinary }]) => (isBinary === true ? [name] : []));
  return contentKind(concreteMediaType(mediaType)) === 'bytes' ? 'body' : [];
}
