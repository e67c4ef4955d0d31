import type { SchemaSource } from '../../contract/contract.js';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';

/** One of the object schemas that apply to the same value because of `$ref` and `allOf`. */
export interface SchemaPart {
  readonly uri: SchemaUri;
  readonly schema: JsonObject;
}

/** The maximum number of schemas for one value. The limit ends the search if references are circular. */
const MOST_PARTS = 200;

/**
 * All object schemas that apply to the same value, the outermost first. `undefined` if one of them is a boolean schema,
 * or if there are too many for a form.
 */
export function mergedParts(schemas: SchemaSource, uri: SchemaUri): readonly SchemaPart[] | undefined {
  const parts = new Map<SchemaUri, SchemaPart>();
  const waiting: SchemaUri[] = [uri];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (parts.has(next)) continue;
    const schema = schemas.at(next);
    if (!isJsonObject(schema) || parts.size >= MOST_PARTS) return undefined;
    parts.set(next, { uri: next, schema });
    const { $ref: reference, allOf } = schema;
    const at = next;
    const all = Array.isArray(allOf) ? allOf.map((_, index) => schemas.child(at, 'allOf', index)) : [];
    waiting.push(...all.toReversed(), ...(typeof reference === 'string' ? [schemas.resolve(next, reference)] : []));
  }
  return [...parts.values()];
}

/** The value of a keyword. If several of the schemas have the keyword, the first of them is used. */
export function keywordOf(parts: readonly SchemaPart[], keyword: string): Json | undefined {
  return parts.find(({ schema }) => Object.hasOwn(schema, keyword))?.schema[keyword];
}

/**
 * The types that all of the schemas permit. If none of them has a `type`, the result is `object` if one has
 * `properties`, and an empty list otherwise. A schema with `number` also permits `integer`.
 */
export function typesOf(parts: readonly SchemaPart[]): readonly string[] {
  const stated = parts.flatMap(({ schema: { type } }) => {
    if (typeof type === 'string') return [[type]];
    return Array.isArray(type) ? [type.filter((each): each is string => typeof each === 'string')] : [];
  });
  const [first, ...others] = stated;
  if (first === undefined) return keywordOf(parts, 'properties') === undefined ? [] : ['object'];
  return first.filter((type) =>
    others.every((types) => types.includes(type) || (type === 'integer' && types.includes('number'))),
  );
}
