import { appliedSchemas } from './applied-schemas.js';
import type { Direction, SchemaSource } from '../contract.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../json/json.js';
import type { SchemaUri } from '../operation.js';
import { schemaShape } from './keywords.js';

/**
 * For each direction, the keyword that hides a value: an input has no `readOnly` values, and an output has no
 * `writeOnly` values.
 */
export const HIDING_MARK = { input: 'readOnly', output: 'writeOnly' } as const;

/**
 * Whether a value may be hidden in a direction. It may if a schema that applies to it has `readOnly: true` (for inputs)
 * or `writeOnly: true` (for outputs).
 */
export function mayBeHidden(
  schemas: SchemaSource,
  conjunction: readonly SchemaUri[],
  value: Json | undefined,
  direction: Direction,
): boolean {
  return appliedSchemas(schemas, conjunction, value).some(
    ({ schema }) => ownValue(schema, HIDING_MARK[direction]) === true,
  );
}

/** The names of the members that are hidden in a direction, by any schema that applies to the object. */
export function hiddenMembers(schemas: SchemaSource, uri: SchemaUri, direction: Direction): ReadonlySet<string> {
  const names = appliedSchemas(schemas, [uri], undefined).flatMap(({ uri: at, schema }) => {
    const properties = ownValue(schema, 'properties');
    if (!isJsonObject(properties)) return [];
    return Object.keys(properties).filter((name) =>
      mayBeHidden(schemas, [schemas.child(at, 'properties', name)], undefined, direction),
    );
  });
  return new Set(names);
}

/**
 * Whether the schema, or any schema below it, has the keyword that hides values in the direction (`readOnly` for
 * inputs, `writeOnly` for outputs). Without this keyword, values are validated in the same way in both directions.
 */
export function reachesMark(schemas: SchemaSource, uri: SchemaUri, direction: Direction): boolean {
  const seen = new Set<SchemaUri>();
  const pending = [uri];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const schema = schemas.at(at);
    if (seen.has(at) || !isJsonObject(schema)) continue;
    seen.add(at);
    if (ownValue(schema, HIDING_MARK[direction]) === true) return true;
    pending.push(...below(schemas, at, schema));
  }
  return false;
}

function below(schemas: SchemaSource, uri: SchemaUri, schema: JsonObject): readonly SchemaUri[] {
  return Object.entries(schema).flatMap(([keyword, value]): readonly SchemaUri[] => {
    if ((keyword === '$ref' || keyword === '$dynamicRef') && typeof value === 'string')
      return [schemas.resolve(uri, value)];
    // A definition is reached only through a reference to it.
    if (keyword === '$defs' || keyword === 'definitions') return [];
    const shape = schemaShape(keyword);
    if (shape === 'schema') return [schemas.child(uri, keyword)];
    if (shape === 'list' && Array.isArray(value)) return value.map((_, index) => schemas.child(uri, keyword, index));
    return shape === 'map' && isJsonObject(value)
      ? Object.keys(value).map((name) => schemas.child(uri, keyword, name))
      : [];
  });
}
