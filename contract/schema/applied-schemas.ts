import type { SchemaSource } from '../contract.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../json/json.js';
import type { SchemaUri } from '../operation.js';
import { decidedTest } from '../patterns/pattern-tests.js';

/**
 * A schema that applies to a value. It is one of the given schemas, or is reached from it by keywords such as `allOf`
 * that apply to the same value (Core §10.2).
 */
export interface AppliedSchema {
  readonly uri: SchemaUri;
  readonly schema: JsonObject;
}

/**
 * The schemas that apply to a value, including references, `allOf`, conditions and alternatives. Alternatives that the
 * value does not satisfy are omitted. If the value is `undefined` or satisfies no alternative, all alternatives are
 * included, because any of them may be intended. Each schema is visited once.
 */
export function appliedSchemas(
  schemas: SchemaSource,
  conjunction: readonly SchemaUri[],
  value: Json | undefined,
): readonly AppliedSchema[] {
  const [only] = conjunction;
  if (conjunction.length !== 1 || only === undefined) return walked(schemas, conjunction, value).applied;
  const known = knownApplied.get(schemas) ?? new Map<SchemaUri, readonly AppliedSchema[]>();
  knownApplied.set(schemas, known);
  const cached = known.get(only);
  if (cached !== undefined) return cached;
  const { applied, dependsOnValue } = walked(schemas, conjunction, value);
  if (dependsOnValue) return applied;
  known.set(only, applied);
  knownMembers.set(applied, new Map());
  return applied;
}

/**
 * A cache of the schemas that apply to the values of a schema. A schema is in the cache only if the same schemas apply
 * to all its values.
 */
const knownApplied = new WeakMap<SchemaSource, Map<SchemaUri, readonly AppliedSchema[]>>();

function walked(
  schemas: SchemaSource,
  conjunction: readonly SchemaUri[],
  value: Json | undefined,
): { readonly applied: readonly AppliedSchema[]; readonly dependsOnValue: boolean } {
  const found = new Map<SchemaUri, AppliedSchema>();
  const pending = conjunction.toReversed();
  let dependsOnValue = false;
  for (let uri = pending.pop(); uri !== undefined; uri = pending.pop()) {
    if (found.has(uri)) continue;
    const schema = schemas.at(uri);
    if (!isJsonObject(schema)) continue;
    found.set(uri, { uri, schema });
    dependsOnValue ||= BY_VALUE.some((keyword) => ownValue(schema, keyword) !== undefined);
    pending.push(...joined(schemas, uri, schema, value).toReversed());
  }
  return { applied: [...found.values()], dependsOnValue };
}

/** Keywords whose subschemas apply to some values and not to others. */
const BY_VALUE = ['anyOf', 'oneOf', 'if', 'dependentSchemas'] as const;

function joined(
  schemas: SchemaSource,
  uri: SchemaUri,
  schema: JsonObject,
  value: Json | undefined,
): readonly SchemaUri[] {
  const references = ['$ref', '$dynamicRef'].flatMap((keyword) => {
    const reference = ownValue(schema, keyword);
    return typeof reference === 'string' ? [schemas.resolve(uri, reference)] : [];
  });
  return [
    ...references,
    ...listed(schemas, uri, schema, 'allOf'),
    ...['anyOf', 'oneOf'].flatMap((keyword) => met(schemas, listed(schemas, uri, schema, keyword), value)),
    ...conditional(schemas, uri, schema, value),
    ...dependent(schemas, uri, schema, value),
  ];
}

function listed(schemas: SchemaSource, uri: SchemaUri, schema: JsonObject, keyword: string): readonly SchemaUri[] {
  const list = ownValue(schema, keyword);
  return Array.isArray(list) ? list.map((_, index) => schemas.child(uri, keyword, index)) : [];
}

function met(schemas: SchemaSource, branches: readonly SchemaUri[], value: Json | undefined): readonly SchemaUri[] {
  const chosen = value === undefined ? [] : branches.filter((branch) => schemas.accepts(branch, value));
  return chosen.length > 0 ? chosen : branches;
}

function conditional(
  schemas: SchemaSource,
  uri: SchemaUri,
  schema: JsonObject,
  value: Json | undefined,
): readonly SchemaUri[] {
  if (ownValue(schema, 'if') === undefined) return [];
  const condition = schemas.child(uri, 'if');
  const holds = value === undefined ? undefined : schemas.accepts(condition, value);
  const keywords = [...(holds === false ? [] : ['if', 'then']), ...(holds === true ? [] : ['else'])];
  return keywords
    .filter((keyword) => ownValue(schema, keyword) !== undefined)
    .map((keyword) => schemas.child(uri, keyword));
}

function dependent(
  schemas: SchemaSource,
  uri: SchemaUri,
  schema: JsonObject,
  value: Json | undefined,
): readonly SchemaUri[] {
  const byName = ownValue(schema, 'dependentSchemas');
  if (!isJsonObject(byName)) return [];
  const names = Object.keys(byName).filter((name) => value === undefined || ownValue(value, name) !== undefined);
  return names.map((name) => schemas.child(uri, 'dependentSchemas', name));
}

/**
 * The schemas that apply to a member of an object: by its name, by a pattern, or as an additional member (Core §10.3.2,
 * §11.3). `applied` are the schemas that apply to the object.
 */
export function appliedToMember(
  schemas: SchemaSource,
  applied: readonly AppliedSchema[],
  name: string,
): readonly SchemaUri[] {
  const known = knownMembers.get(applied);
  const cached = known?.get(name);
  if (cached !== undefined) return cached;
  const found = foundForMember(schemas, applied, name);
  if (known !== undefined && known.size < MOST_KNOWN_MEMBERS) known.set(name, found);
  return found;
}

/** A cache of the schemas of members, by the name of the member, for each cached list of applied schemas. */
const knownMembers = new WeakMap<readonly AppliedSchema[], Map<string, readonly SchemaUri[]>>();

/**
 * The maximum number of cached names. The names of additional members come from values, so their number is not limited
 * by the contract.
 */
const MOST_KNOWN_MEMBERS = 100;

function foundForMember(schemas: SchemaSource, applied: readonly AppliedSchema[], name: string): readonly SchemaUri[] {
  const found = applied.flatMap(({ uri, schema }) => memberOf(schemas, uri, schema, name));
  if (found.length > 0) return found;
  return applied.flatMap(({ uri, schema }) => childSchema(schemas, uri, schema, 'unevaluatedProperties'));
}

function memberOf(schemas: SchemaSource, uri: SchemaUri, schema: JsonObject, name: string): readonly SchemaUri[] {
  const named =
    ownValue(ownValue(schema, 'properties'), name) === undefined ? [] : [schemas.child(uri, 'properties', name)];
  const matching = patternsOf(schema).filter(({ test }) => test(name));
  const found = [...named, ...matching.map(({ pattern }) => schemas.child(uri, 'patternProperties', pattern))];
  return found.length > 0 ? found : childSchema(schemas, uri, schema, 'additionalProperties');
}

interface NamePattern {
  readonly pattern: string;
  readonly test: (name: string) => boolean;
}

const knownPatterns = new WeakMap<JsonObject, readonly NamePattern[]>();

/** The pattern properties of a schema. Their patterns are compiled once per schema. */
function patternsOf(schema: JsonObject): readonly NamePattern[] {
  const stated = ownValue(schema, 'patternProperties');
  if (!isJsonObject(stated)) return [];
  const patterns =
    knownPatterns.get(stated) ?? Object.keys(stated).map((pattern) => ({ pattern, test: decidedTest(pattern) }));
  knownPatterns.set(stated, patterns);
  return patterns;
}

/**
 * The schemas that apply to an item of a list (Core §10.3.1, §11.2). `applied` are the schemas that apply to the list.
 */
export function appliedToItem(
  schemas: SchemaSource,
  applied: readonly AppliedSchema[],
  index: number,
): readonly SchemaUri[] {
  const found = applied.flatMap(({ uri, schema }) => {
    const prefix = ownValue(schema, 'prefixItems');
    if (Array.isArray(prefix) && index < prefix.length) return [schemas.child(uri, 'prefixItems', index)];
    return childSchema(schemas, uri, schema, 'items');
  });
  return found.length > 0
    ? found
    : applied.flatMap(({ uri, schema }) => childSchema(schemas, uri, schema, 'unevaluatedItems'));
}

function childSchema(schemas: SchemaSource, uri: SchemaUri, schema: JsonObject, keyword: string): readonly SchemaUri[] {
  return isJsonObject(ownValue(schema, keyword)) ? [schemas.child(uri, keyword)] : [];
}
