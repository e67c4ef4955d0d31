import { isJsonObject, type Json, type JsonObject } from '../../../contract/json/json.js';
import type { Path } from './path.js';

/** Deeper than any contract whose `$ref`s are followed; keeps the paths of a walk short. */
const MAX_DEPTH = 1000;

/** One place of the document. `kind` tells what stands there: a schema, schemas by name, data that only looks like it, anything else. */
export interface Place {
  readonly value: Json;
  readonly path: Path;
  readonly kind: 'other' | 'schema' | 'schemas' | 'data';
}

/** Keywords of JSON Schema 2020-12 that hold a schema or a list of them … */
const SCHEMA_KEYWORDS: ReadonlySet<string> = new Set([
  'items', 'prefixItems', 'contains', 'additionalProperties', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties',
  'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'contentSchema',
]);
/** … and those that hold schemas by name. */
const NAMED_SCHEMA_KEYWORDS: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']);
const DATA_KEYWORDS: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum']);

/**
 * Every place of a document, its `$ref`s followed, in the order of the document. What is referred to often is visited once, by its
 * first path, so the walk is no longer than the files are.
 */
export function* placesOf(document: Json): Generator<Place> {
  const seen = new WeakSet<object>();
  const open: Place[] = [{ value: document, path: [], kind: 'other' }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (typeof place.value === 'object' && place.value !== null) {
      if (seen.has(place.value)) continue;
      seen.add(place.value);
    }
    yield place;
    if (place.path.length >= MAX_DEPTH) continue;
    // Pushed from behind, because the last pushed is the next visited.
    open.push(...childrenOf(place).toReversed());
  }
}

/** The places that hold schemas. */
export function* schemasOf(document: Json): Generator<{ readonly schema: JsonObject; readonly path: Path }> {
  for (const { value, path, kind } of placesOf(document)) {
    if (kind === 'schema' && isJsonObject(value)) yield { schema: value, path };
  }
}

function childrenOf({ value, path, kind }: Place): readonly Place[] {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item, index) => ({ value: item, path: [...path, index], kind }));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, inner]) => ({ value: inner, path: [...path, key], kind: childKind(kind, path, key) }));
}

function childKind(kind: Place['kind'], path: Path, key: string): Place['kind'] {
  if (kind === 'data') return 'data';
  if (kind === 'schemas') return 'schema';
  if (kind === 'schema') return schemaChildKind(key);
  // The names of components are free: one may be called `schema` or `example`.
  if (path[0] === 'components' && path.length <= 2) return key === 'schemas' && path.length === 1 ? 'schemas' : 'other';
  if (key === 'example' || key === 'examples') return 'data';
  return key === 'schema' ? 'schema' : 'other';
}

function schemaChildKind(key: string): Place['kind'] {
  if (SCHEMA_KEYWORDS.has(key)) return 'schema';
  if (NAMED_SCHEMA_KEYWORDS.has(key)) return 'schemas';
  return DATA_KEYWORDS.has(key) ? 'data' : 'other';
}
