import type { ContractDocument } from './document.js';
import { isJsonObject, type Json } from '../json/json.js';
import { joinPointer } from '../json/json-pointer.js';
import type { SchemaUri } from '../operation.js';
import type { SourceLocation } from '../json/source-location.js';

/** A value of a contract and its position: the document and the pointer. */
export interface Place {
  readonly document: ContractDocument;
  readonly pointer: string;
  readonly value: Json;
}

/** The place of a member or an item below a place, at any depth; `undefined` if it does not exist. */
export function childPlace(place: Place, ...tokens: readonly (string | number)[]): Place | undefined {
  let value: Json | undefined = place.value;
  for (const token of tokens) {
    value = stepValue(value, token);
    if (value === undefined) return undefined;
  }
  return { document: place.document, pointer: joinPointer(place.pointer, ...tokens), value };
}

/** The members of the object at a place, in order; empty if the value is not an object. */
export function entryPlaces(place: Place | undefined): readonly (readonly [string, Place])[] {
  if (place === undefined || !isJsonObject(place.value)) return [];
  return Object.entries(place.value).map(([key, value]) => [
    key,
    { ...place, pointer: joinPointer(place.pointer, key), value },
  ]);
}

/** The items of the array at a place; empty if the value is not an array. */
export function itemPlaces(place: Place | undefined): readonly Place[] {
  if (place === undefined || !Array.isArray(place.value)) return [];
  const items = place.value as readonly Json[];
  return items.map((value, index) => ({ ...place, pointer: joinPointer(place.pointer, index), value }));
}

/** The string in a member of the object at a place; `undefined` if the member is missing or is not a string. */
export function textAt(place: Place, key: string): string | undefined {
  const value = stepValue(place.value, key);
  return typeof value === 'string' ? value : undefined;
}

export function placeLocation(place: Place): SourceLocation {
  return place.document.locate(place.pointer);
}

export function placeUri(place: Pick<Place, 'document' | 'pointer'>): SchemaUri {
  return `${place.document.uri}#${place.pointer}` as SchemaUri;
}

function stepValue(value: Json | undefined, token: string | number): Json | undefined {
  if (Array.isArray(value))
    return /^(0|[1-9]\d*)$/.test(String(token)) ? (value as readonly Json[])[Number(token)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}
