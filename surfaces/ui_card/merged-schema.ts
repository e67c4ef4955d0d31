import type { SchemaSource } from '../../contract/contract.js';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';

/** A schema with what its `$ref` and `allOf` add: every object schema that a value has to meet, the outermost first. */
export interface SchemaPart {
  readonly uri: SchemaUri;
  readonly schema: JsonObject;
}

/** More than any form's schema has; references that branch into each other end here. */
const MOST_PARTS = 200;

/** `undefined`: one of them is a boolean schema or too much, and no form is made of it. */
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

/** The first of them that says it; beside each other two may, and then the form only shows one of the bounds. */
export function said(parts: readonly SchemaPart[], keyword: string): Json | undefined {
  return parts.find(({ schema }) => Object.hasOwn(schema, keyword))?.schema[keyword];
}

/** Types that all parts allow; empty where none says any. `integer` is within `number`. */
export function typesOf(parts: readonly SchemaPart[]): readonly string[] {
  const stated = parts.flatMap(({ schema: { type } }) => {
    if (typeof type === 'string') return [[type]];
    return Array.isArray(type) ? [type.filter((each): each is string => typeof each === 'string')] : [];
  });
  const [first, ...others] = stated;
  if (first === undefined) return said(parts, 'properties') === undefined ? [] : ['object'];
  return first.filter((type) => others.every((types) => types.includes(type) || (type === 'integer' && types.includes('number'))));
}
