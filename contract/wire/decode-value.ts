import type { SchemaSource } from '../contract.js';
import { type Json, isJsonObject } from '../json.js';
import type { SchemaUri } from '../operation.js';

/**
 * What a server makes of the text of a scalar parameter by its schema: `"12"` is the integer 12 where the schema takes
 * an integer, and the string otherwise. Text of no such form stays a string, which the schema then rejects.
 */
export function decodeScalar(schemas: SchemaSource, uri: SchemaUri, text: string): Json {
  const types = schemaTypes(schemas, uri);
  if ((types.has('integer') || types.has('number')) && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** The types that a schema itself names, through `$ref` and every branch; empty where it names none. */
export function schemaTypes(schemas: SchemaSource, uri: SchemaUri, depth = 0): ReadonlySet<string> {
  const schema = schemas.at(uri);
  if (!isJsonObject(schema) || depth > 16) return new Set();
  const types = new Set<string>(typeof schema['type'] === 'string' ? [schema['type']] : ((schema['type'] as readonly string[] | undefined) ?? []));
  if (typeof schema['$ref'] === 'string') for (const type of schemaTypes(schemas, schemas.resolve(uri, schema['$ref']), depth + 1)) types.add(type);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    for (let index = 0; index < branches.length; index += 1) {
      for (const type of schemaTypes(schemas, schemas.child(uri, keyword, index), depth + 1)) types.add(type);
    }
  }
  return types;
}
