import { joinPointer, valueAt } from '../../../contract/json/json-pointer.js';
import { interleaved } from '../../../contract/json/interleaved.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import type { NamedValue } from './edge-values.js';
import { withPart } from '../../../contract/json/json-part.js';
import { type JsonPlace, placesOf } from './json-places.js';

const MOST_PARTS = 60;

/** Values that violate a schema in one place. The kinds of violation take turns. */
export function brokenValues(base: Json, accepts: (value: Json) => boolean, limit: number): readonly NamedValue[] {
  const places = placesOf(base, MOST_PARTS).filter(({ path }) => path.length > 0);
  const ways = WAYS.map(([name, broken]) =>
    places
      .map((place) => ({ name: `${name} at ${joinPointer('', ...place.path)}`, value: broken(base, place) }))
      .filter((made): made is NamedValue => made.value !== undefined && !accepts(made.value))
      .slice(0, limit),
  );
  return [...interleaved(ways)].slice(0, limit);
}

const WAYS: readonly (readonly [name: string, broken: (base: Json, place: JsonPlace) => Json | undefined])[] = [
  ['missing member', (base, { path }) => withoutMember(base, path)],
  [
    'unknown text',
    (base, { path, value }) => (typeof value === 'string' ? withPart(base, path, 'unknown-value') : undefined),
  ],
  ['null', (base, { path }) => withPart(base, path, null)],
  ['other type', (base, { path, value }) => withPart(base, path, otherType(value))],
];

function withoutMember(base: Json, path: JsonPlace['path']): Json | undefined {
  const name = path.at(-1);
  const holder = valueAt(base, joinPointer('', ...path.slice(0, -1)));
  if (!isJsonObject(holder)) return undefined;
  return withPart(base, path.slice(0, -1), Object.fromEntries(Object.entries(holder).filter(([key]) => key !== name)));
}

function otherType(value: Json): Json {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? 7 : 'text';
}
