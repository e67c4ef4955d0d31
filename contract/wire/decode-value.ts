import type { SchemaSource } from '../contract.js';
import { type Json, type JsonObject, isJsonObject } from '../json/json.js';
import type { SchemaUri } from '../operation.js';
import { descriptionsOf } from '../sentences.js';
import type { ParameterTexts } from './parameter-texts.js';

/**
 * The value to which a server decodes the text of a scalar parameter. It depends on the schema: `12` is the integer 12
 * if the schema allows an integer, and otherwise a string. A text that matches no allowed type stays a string, so the
 * schema rejects it.
 */
export function decodeScalar(schemas: SchemaSource, uri: SchemaUri, text: string): Json {
  return typedScalar(schemaTypes(schemas, uri), text);
}

/**
 * The values to which servers may decode the texts of a parameter. The most likely value is first. There are two values
 * if the schema allows both numbers and strings. There is none if the schema allows no value of the kind that was sent,
 * such as a list.
 */
export function readings(schemas: SchemaSource, uri: SchemaUri, texts: ParameterTexts): readonly Json[] {
  return readingsUnder(schemas, [uri], texts);
}

/**
 * The values to which servers may decode a parameter, as `readings` returns them, if several schemas apply to the
 * parameter.
 */
export function readingsUnder(
  schemas: SchemaSource,
  uris: readonly SchemaUri[],
  texts: ParameterTexts,
): readonly Json[] {
  const types = typesUnder(schemas, uris);
  const takes = (type: string): boolean => types.size === 0 || types.has(type);
  switch (texts.kind) {
    case 'scalar':
      if (types.size === 0 || SCALARS.some((type) => types.has(type))) return scalarReadings(types, texts.text);
      // A list with one element is written in the same way as the element.
      return types.has('array') ? listReadings(schemas, uris, [texts.text]) : [];
    case 'list':
      return takes('array') ? listReadings(schemas, uris, texts.texts) : [];
    case 'map':
      return takes('object') ? mapReadings(schemas, uris, texts.entries) : [];
    default:
      return texts satisfies never;
  }
}

const SCALARS = ['string', 'integer', 'number', 'boolean'];

/** Matches a number of JSON (RFC 8259 §6). It does not match `0x10` and ` 1`. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The number, boolean or string that a text represents. Only the allowed types are tried. A text that matches none of
 * them stays a string.
 */
export function typedScalar(types: ReadonlySet<string>, text: string): Json {
  if ((types.has('integer') || types.has('number')) && NUMBER.test(text)) {
    const number = Number(text);
    if (Number.isFinite(number)) return number;
  }
  return types.has('boolean') && (text === 'true' || text === 'false') ? text === 'true' : text;
}

function scalarReadings(types: ReadonlySet<string>, text: string): readonly Json[] {
  const first = typedScalar(types, text);
  return typeof first !== 'string' && types.has('string') ? [first, text] : [first];
}

function listReadings(schemas: SchemaSource, uris: readonly SchemaUri[], texts: readonly string[]): readonly Json[] {
  return joinReadings(
    texts.map((text, index) => scalarReadings(typesUnder(schemas, itemSchemas(schemas, uris, index)), text)),
    (values) => values,
  );
}

type Entries = readonly (readonly [string, string])[];

function mapReadings(schemas: SchemaSource, uris: readonly SchemaUri[], entries: Entries): readonly Json[] {
  const members = entries.map(([key, text]) =>
    scalarReadings(typesUnder(schemas, memberSchemas(schemas, uris, key)), text),
  );
  return joinReadings(members, (values) =>
    Object.fromEntries(values.map((value, index) => [entries[index]?.[0] ?? '', value])),
  );
}

/**
 * Combines the possible values of the parts, such as list elements, into possible values of the whole. There are at
 * most two. The first consists of the first possible value of each part. If any part has several possible values, the
 * second consists of the last possible value of each part.
 */
export function joinReadings(
  parts: readonly (readonly Json[])[],
  join: (values: readonly Json[]) => Json,
): readonly Json[] {
  const first = join(parts.map(([value]) => value ?? null));
  return parts.some((part) => part.length > 1) ? [first, join(parts.map((part) => part.at(-1) ?? null))] : [first];
}

function itemTokens(schema: JsonObject, index: number): readonly (string | number)[] | undefined {
  if (Array.isArray(schema['prefixItems']) && index < schema['prefixItems'].length) return ['prefixItems', index];
  return isJsonObject(schema['items']) ? ['items'] : undefined;
}

function memberTokens(schema: JsonObject, key: string): readonly string[] | undefined {
  if (isJsonObject(schema['properties']) && Object.hasOwn(schema['properties'], key)) return ['properties', key];
  return isJsonObject(schema['additionalProperties']) ? ['additionalProperties'] : undefined;
}

/** The schemas of the member `name` of an object, which `properties` lists or `additionalProperties` describes. */
export function memberSchemas(schemas: SchemaSource, uris: readonly SchemaUri[], name: string): readonly SchemaUri[] {
  return schemasBelow(schemas, uris, (schema) => memberTokens(schema, name));
}

export function itemSchemas(schemas: SchemaSource, uris: readonly SchemaUri[], index: number): readonly SchemaUri[] {
  return schemasBelow(schemas, uris, (schema) => itemTokens(schema, index));
}

type TokensBelow = (schema: JsonObject) => readonly (string | number)[] | undefined;

function schemasBelow(schemas: SchemaSource, uris: readonly SchemaUri[], tokens: TokensBelow): readonly SchemaUri[] {
  const found: SchemaUri[] = [];
  for (const uri of uris) {
    for (const [at, schema] of schemasInPlace(schemas, uri)) {
      const below = tokens(schema);
      if (below !== undefined) found.push(schemas.child(at, ...below));
    }
  }
  return found;
}

export function typesUnder(schemas: SchemaSource, uris: readonly SchemaUri[]): ReadonlySet<string> {
  const [only] = uris;
  if (only !== undefined && uris.length === 1) return schemaTypes(schemas, only);
  return new Set(uris.flatMap((uri) => [...schemaTypes(schemas, uri)]));
}

const known = new WeakMap<SchemaSource, Map<SchemaUri, ReadonlySet<string>>>();

/**
 * The types that a schema allows, by its own `type`, its references and all its branches. Empty if no type is stated.
 * Cached for each schema.
 */
export function schemaTypes(schemas: SchemaSource, uri: SchemaUri): ReadonlySet<string> {
  const cache = known.get(schemas) ?? new Map<SchemaUri, ReadonlySet<string>>();
  known.set(schemas, cache);
  let types = cache.get(uri);
  if (types === undefined) {
    types = new Set([...schemasInPlace(schemas, uri)].flatMap(([, schema]) => ownTypes(schema)));
    cache.set(uri, types);
  }
  return types;
}

/**
 * The types of identifiers that a schema permits: `string`, `integer`, or both. Some frameworks have only one type of
 * number, so contracts that are generated from their code state `number` for identifiers and page numbers.
 */
export function identifierTypes(schemas: SchemaSource, uri: SchemaUri): ReadonlySet<string> {
  const types = schemaTypes(schemas, uri);
  return new Set([
    ...(types.has('string') ? ['string'] : []),
    ...(types.has('integer') || types.has('number') ? ['integer'] : []),
  ]);
}

/**
 * The types in the keyword `type` of a schema. If there is no `type`, the types of the values in `const` or `enum` are
 * returned.
 */
function ownTypes(schema: JsonObject): readonly string[] {
  const { type } = schema;
  if (type !== undefined) return (Array.isArray(type) ? type : [type]) as readonly string[];
  const listed: readonly Json[] =
    schema['const'] !== undefined ? [schema['const']] : Array.isArray(schema['enum']) ? schema['enum'] : [];
  return listed.map((value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value));
}

/**
 * The schemas that apply to the same value as the schema at `uri`: this schema, the targets of its references, and all
 * its branches. Each schema is visited once.
 */
export function schemasInPlace(schemas: SchemaSource, uri: SchemaUri): ReadonlyMap<SchemaUri, JsonObject> {
  const found = new Map<SchemaUri, JsonObject>();
  const pending = [uri];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const schema = schemas.at(at);
    if (!isJsonObject(schema) || found.has(at)) continue;
    found.set(at, schema);
    const joined: SchemaUri[] = typeof schema['$ref'] === 'string' ? [schemas.resolve(at, schema['$ref'])] : [];
    for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
      const branches = schema[keyword];
      if (Array.isArray(branches))
        for (let index = 0; index < branches.length; index += 1) joined.push(schemas.child(at, keyword, index));
    }
    pending.push(...joined.toReversed());
  }
  return found;
}

/** The first `default` of the schemas at `places`, of the targets of their references and of their branches. */
export function statedDefault(schemas: SchemaSource, places: readonly SchemaUri[]): Json | undefined {
  return places
    .flatMap((uri) => [...schemasInPlace(schemas, uri).values()])
    .map((schema) => schema['default'])
    .find((value) => value !== undefined);
}

/** The descriptions of all schemas that apply to a value with one of the given schemas. */
export function textsInPlace(schemas: SchemaSource, uris: readonly SchemaUri[]): readonly string[] {
  return descriptionsOf(uris.flatMap((uri) => [...schemasInPlace(schemas, uri).values()]));
}

/** The names of the members that all schemas which apply to an object require. */
export function requiredInPlace(schemas: SchemaSource, uris: readonly SchemaUri[]): ReadonlySet<string> {
  const stated = uris.flatMap((uri) => [...schemasInPlace(schemas, uri).values()]);
  return new Set(
    stated.flatMap(({ required }) =>
      Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [],
    ),
  );
}
