import type { ParameterStyle, PropertyEncoding } from '../operation.js';
import { concreteMediaType } from '../wire/message.js';
import { childPlace, entryPlaces, type Place, textAt } from '../document/place.js';
import type { Reader } from './reader.js';

const STYLES: readonly ParameterStyle[] = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'];

/**
 * Reads the member `encoding` of a media type (OpenAPI 3.1 §4.8.14.1). The result maps the name of a property to how
 * the property is written. `undefined` if `encoding` is missing or empty.
 */
export function readEncoding(
  reader: Reader,
  map: Place | undefined,
): ReadonlyMap<string, PropertyEncoding> | undefined {
  const found = new Map<string, PropertyEncoding>();
  for (const [name, entry] of entryPlaces(map)) {
    const place = reader.followObject(entry, 'encoding');
    if (place !== undefined)
      found.set(name, { ...readValue(reader, place), ...readPartHeaders(reader, childPlace(place, 'headers')) });
  }
  return found.size === 0 ? undefined : found;
}

/**
 * Reads one Encoding Object. If it states `style`, `explode` or `allowReserved`, its content type is ignored (OpenAPI
 * 3.1 §4.8.15.1.1).
 */
function readValue(reader: Reader, place: Place): PropertyEncoding {
  const styled = ['style', 'explode', 'allowReserved'].some((key) => childPlace(place, key) !== undefined);
  if (styled) {
    const style = readStyle(reader, place);
    const explode = reader.flag(place, 'explode') ?? style === 'form';
    return { style: { style, explode, allowReserved: reader.flag(place, 'allowReserved') ?? false } };
  }
  // The first media type is used if the contract allows several. A range such as `image/*` becomes a concrete type.
  const [first] = textAt(place, 'contentType')?.toLowerCase().split(',') ?? [];
  return first === undefined ? {} : { contentType: concreteMediaType(first.trim()) };
}

function readStyle(reader: Reader, place: Place): ParameterStyle {
  const written = childPlace(place, 'style');
  const style = written === undefined ? 'form' : STYLES.find((known) => known === written.value);
  if (style !== undefined) return style;
  reader.fault(
    written ?? place,
    'encoding-style',
    'the style is not allowed for a property of a form',
    `Use ${STYLES.join(', ')}.`,
  );
  return 'form';
}

/** Reads the headers of a part. A case has no values for these headers, so only headers with a known value are sent. */
function readPartHeaders(reader: Reader, headers: Place | undefined): Pick<PropertyEncoding, 'headers' | 'fault'> {
  const known: (readonly [string, string])[] = [];
  for (const [name, entry] of entryPlaces(headers)) {
    const header = name.toLowerCase() === 'content-type' ? undefined : reader.followObject(entry, 'header');
    if (header === undefined) continue;
    const value = onlyValue(header);
    if (value !== undefined) known.push([name.toLowerCase(), value]);
    else if (reader.flag(header, 'required') === true)
      return { fault: `the contract gives no value for the header ${name} of the part` };
  }
  return known.length === 0 ? {} : { headers: known };
}

const VALUE_PLACES = [
  ['schema', 'const'],
  ['example'],
  ['schema', 'default'],
  ['schema', 'enum', 0],
  ['schema', 'example'],
] as const;

function onlyValue(header: Place): string | undefined {
  for (const path of VALUE_PLACES) {
    const value = childPlace(header, ...path)?.value;
    if (typeof value === 'string' && /^[!-~](?:[ !-~]*[!-~])?$/.test(value)) return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  }
  return undefined;
}
