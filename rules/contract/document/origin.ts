import { isJsonObject, ownValue } from '../../../contract/json/json.js';
import { pointerTokens } from '../../../contract/json/json-pointer.js';
import { childPlace, type Place } from '../../../contract/document/place.js';
import { resolveReference } from '../../../contract/document/reference.js';
import type { Path } from './path.js';
import type { SpectralSources } from './spectral-source.js';

/** The maximum number of `$ref`s that are followed one after another. It ends a circular chain. */
const MAX_REFERENCES = 100;

/**
 * Finds the place in the source files of a path in the document with resolved `$ref`s. If nothing is at the path, the
 * result is the deepest part of the path that exists. The location in Spectral's own results is not used: it ends at
 * keys such as `application/problem+json`, because Spectral encodes the `+` and does not decode it.
 */
export function origin(sources: SpectralSources, path: Path): Place {
  let place: Place = { document: sources.main, pointer: '', value: sources.main.root };
  for (const token of path) {
    const next = childPlace(behindReferences(sources, place), token);
    if (next === undefined) return place;
    place = next;
  }
  return place;
}

/**
 * A path to the same place that passes through no `$ref`. If the place is in a different file, the given path is
 * returned.
 */
export function directPath(sources: SpectralSources, path: Path): Path {
  const place = origin(sources, path);
  return place.document === sources.main ? pointerTokens(place.pointer) : path;
}

function behindReferences(sources: SpectralSources, from: Place): Place {
  let place = from;
  for (let count = 0; count < MAX_REFERENCES; count += 1) {
    const reference = isJsonObject(place.value) ? ownValue(place.value, '$ref') : undefined;
    const reading = typeof reference === 'string' ? resolveReference(sources.documents, place, reference) : undefined;
    if (reading?.kind !== 'place') return place;
    place = reading.place;
  }
  return place;
}
