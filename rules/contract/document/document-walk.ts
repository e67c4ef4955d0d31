import { isJsonObject, type Json, type JsonObject } from '../../../contract/json/json.js';
import type { Path } from './path.js';

/**
 * The maximum depth of the walk. It bounds the length of paths; no real contract is deeper after its `$ref`s are
 * resolved.
 */
const MAX_DEPTH = 1000;

/**
 * One value of an OpenAPI document with its path. `kind`: `schema` for a schema, `schemas` for an object that maps
 * names to schemas, `data` for an example or other value that may look like a schema, and `other` for anything else.
 */
export interface DocumentPlace {
  readonly value: Json;
  readonly path: Path;
  readonly kind: 'other' | 'schema' | 'schemas' | 'data';
}

/** Keywords of JSON Schema 2020-12 whose value is a schema or a list of schemas. */
const SCHEMA_KEYWORDS: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'contains',
  'additionalProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'contentSchema',
]);
/** Keywords whose value is an object that maps names to schemas, such as `properties`. */
const NAMED_SCHEMA_KEYWORDS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);
const DATA_KEYWORDS: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum']);

/**
 * Every value of a document with resolved `$ref`s, in document order. If several references lead to one target, it is
 * visited only once, with its first path. The walk is therefore not longer than the files.
 */
export function* placesOf(document: Json): Generator<DocumentPlace> {
  const seen = new WeakSet<object>();
  const open: DocumentPlace[] = [{ value: document, path: [], kind: 'other' }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (typeof place.value === 'object' && place.value !== null) {
      if (seen.has(place.value)) continue;
      seen.add(place.value);
    }
    yield place;
    if (place.path.length >= MAX_DEPTH) continue;
    // The order is reversed, because the last pushed place is visited next.
    open.push(...childrenOf(place).toReversed());
  }
}

/** Every schema of the document with its path. */
export function* schemasOf(document: Json): Generator<{ readonly schema: JsonObject; readonly path: Path }> {
  for (const { value, path, kind } of placesOf(document)) {
    if (kind === 'schema' && isJsonObject(value)) yield { schema: value, path };
  }
}

function childrenOf({ value, path, kind }: DocumentPlace): readonly DocumentPlace[] {
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item, index) => ({ value: item, path: [...path, index], kind }));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, inner]) => ({
    value: inner,
    path: [...path, key],
    kind: childKind(kind, path, key),
  }));
}

function childKind(kind: DocumentPlace['kind'], path: Path, key: string): DocumentPlace['kind'] {
  if (kind === 'data') return 'data';
  if (kind === 'schemas') return 'schema';
  if (kind === 'schema') return schemaChildKind(key);
  // A component may have any name, for example `schema` or `example`.
  if (path[0] === 'components' && path.length <= 2) return key === 'schemas' && path.length === 1 ? 'schemas' : 'other';
  if (key === 'example' || key === 'examples') return 'data';
  return key === 'schema' ? 'schema' : 'other';
}

function schemaChildKind(key: string): DocumentPlace['kind'] {
  if (SCHEMA_KEYWORDS.has(key)) return 'schema';
  if (NAMED_SCHEMA_KEYWORDS.has(key)) return 'schemas';
  return DATA_KEYWORDS.has(key) ? 'data' : 'other';
}
