import type { MediaContent } from '../contract/operation.js';
import { concreteMediaType, contentKind, isFormMediaType } from '../contract/wire/message.js';

/**
 * The part of a body that is bytes: the whole body, or the members of a form with these names. In a case, a string
 * represents bytes, one for each character up to U+00FF.
 */
export type BytePlaces = 'body' | readonly string[];

export function bytePlaces({ mediaType, encoding }: MediaContent): BytePlaces {
  if (isFormMediaType(mediaType))
    return [...(encoding ?? [])].flatMap(([name, { isBinary }]) => (isBinary === true ? [name] : []));
  return contentKind(concreteMediaType(mediaType)) === 'bytes' ? 'body' : [];
}
