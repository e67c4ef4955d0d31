import type { NamedExample } from '../operation.js';
import { childPlace, entryPlaces, type Place, placeLocation } from '../document/place.js';
import type { Reader } from './reader.js';

/**
 * The examples of a parameter or media type. They are the value of `example`, with the name `example`, and the `value`
 * of each entry of `examples` (OpenAPI 3.1 §4.8.19). Examples with an `externalValue` are skipped, because nothing is
 * fetched.
 */
export function readExamples(reader: Reader, place: Place): readonly NamedExample[] {
  const single = childPlace(place, 'example');
  const found: NamedExample[] = single === undefined ? [] : [namedExample('example', single)];
  for (const [name, entry] of entryPlaces(childPlace(place, 'examples'))) {
    const example = reader.followObject(entry, 'example');
    const value = example && childPlace(example, 'value');
    if (value !== undefined) found.push(namedExample(name, value));
  }
  return found;
}

function namedExample(name: string, place: Place): NamedExample {
  return { name, value: place.value, location: placeLocation(place) };
}
