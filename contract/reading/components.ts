import { readHeader, readRequestBodySpec, readResponse } from './content.js';
import { readParameter } from './parameters.js';
import { childPlace, entryPlaces, type Place } from '../document/place.js';
import type { Reader } from './reader.js';
import { readSecurityScheme } from './security.js';

/** Reads all components, to report their faults even if no operation uses them. */
export function readComponents(reader: Reader, document: Place): void {
  const components = (section: string): readonly (readonly [string, Place])[] =>
    entryPlaces(childPlace(document, 'components', section));
  for (const [, entry] of components('schemas')) reader.schema(entry);
  for (const [, entry] of components('requestBodies')) readRequestBodySpec(reader, entry);
  for (const [, entry] of components('responses')) readResponse(reader, 'default', entry);
  for (const [name, entry] of components('headers')) readHeader(reader, name, entry);
  for (const [name, entry] of components('securitySchemes')) readSecurityScheme(reader, name, entry);
  for (const [, entry] of components('parameters')) {
    const place = reader.followObject(entry, 'parameter');
    if (place !== undefined) readParameter(reader, place, undefined);
  }
}
