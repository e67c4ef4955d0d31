import type { SchemaSource } from '../../contract/contract.js';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';

/**
 * True if the type of a schema differs between requests and replies, because the schema, or a schema that it refers to,
 * is marked `readOnly` or `writeOnly`. Results are cached, because every operation needs them.
 */
export function dependsOnDirection(schemas: SchemaSource, uri: SchemaUri): boolean {
  const known = answers.get(schemas) ?? new Map<SchemaUri, boolean>();
  answers.set(schemas, known);
  const answer = known.get(uri) ?? reachesMark(schemas, uri);
  known.set(uri, answer);
  return answer;
}

const answers = new WeakMap<SchemaSource, Map<SchemaUri, boolean>>();

function reachesMark(schemas: SchemaSource, uri: SchemaUri): boolean {
  const seen = new Set<SchemaUri>();
  const waiting: SchemaUri[] = [uri];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const schema = schemas.at(next);
    if (!isJsonObject(schema)) continue;
    if (schema['readOnly'] === true || schema['writeOnly'] === true) return true;
    waiting.push(...typedSubschemas(schemas, next, schema));
  }
  return false;
}

const MAPS = ['properties', 'patternProperties'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const SINGLES = ['items', 'additionalProperties', 'unevaluatedProperties'];
const REFERENCES = ['$ref', '$dynamicRef'];

/** The subschemas that `SchemaTypes` reads to make the type of a schema. */
function typedSubschemas(schemas: SchemaSource, uri: SchemaUri, schema: JsonObject): readonly SchemaUri[] {
  const found: SchemaUri[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (MAPS.includes(keyword) && isJsonObject(value))
      found.push(...childrenOf(schemas, uri, keyword, Object.keys(value)));
    else if (LISTS.includes(keyword) && Array.isArray(value))
      found.push(...childrenOf(schemas, uri, keyword, [...value.keys()]));
    else if (SINGLES.includes(keyword)) found.push(schemas.child(uri, keyword));
    else if (REFERENCES.includes(keyword) && typeof value === 'string') found.push(schemas.resolve(uri, value));
  }
  return found;
}

function childrenOf(
  schemas: SchemaSource,
  uri: SchemaUri,
  keyword: string,
  tokens: readonly (string | number)[],
): readonly SchemaUri[] {
  return tokens.map((token) => schemas.child(uri, keyword, token));
}
