import type { SchemaSource } from '../../contract/contract.js';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';

/** One of the object schemas that apply to a value through `$ref` and `allOf`; the outermost comes first. */
export interface SchemaPart {
  readonly uri: SchemaUri;
  readonly schema: JsonObject;
}

/** The maximum number of schemas for one value. It ends circular references that branch. */
const MOST_PARTS = 200;

/** The schemas of one value; `undefined` if one of them is a boolean schema, or there are too many for a form. */
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

/**
 * The value of a keyword in the first part that has this keyword. If several parts have the keyword, the form uses only
 * the first value.
 */
export function keywordOf(parts: readonly SchemaPart[], keyword: string): Json | undefined {
  return parts.find(({ schema }) => Object.hasOwn(schema, keyword))?.schema[keyword];
}

/**
 * The types that all parts allow. If no part has a `type`, the type is `object` if a part has `properties`, and
 * otherwise the list is empty. `integer` is a subset of `number`.
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
