import { canonicalJson } from '../canonical-json.js';
import type { SchemaSource } from '../contract.js';
import { type Json, type JsonObject, isJsonObject } from '../json.js';
import type { SchemaUri } from '../operation.js';

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/**
 * Every constraint of a conjunction of schemas in one flat record: `$ref` and `allOf` are followed, so that a value is
 * made once and fits all of them. `anyOf` and `oneOf` stay as groups of branches, of which one each joins the conjunction.
 * What is not here (`not`, `if`, `contains`, `patternProperties`, `dependent*`) is left to the validator.
 */
export interface Constraints {
  /** A `false` schema is among them. */
  readonly impossible: boolean;
  /** `integer` is always beside `number`. */
  readonly types: ReadonlySet<JsonType>;
  /** `enum` and `const`; absent where any value goes. */
  readonly candidates?: readonly Json[];
  readonly minimum: number;
  readonly maximum: number;
  readonly minimumExclusive: boolean;
  readonly maximumExclusive: boolean;
  readonly multiplesOf: readonly number[];
  readonly minLength: number;
  readonly maxLength: number;
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  /** All that a named member must be, `additionalProperties` of schemas that do not name it included. */
  readonly properties: ReadonlyMap<string, readonly SchemaUri[]>;
  readonly required: ReadonlySet<string>;
  /** What a member outside `properties` must be; `closed`: there may be none. */
  readonly additional: readonly SchemaUri[];
  readonly closed: boolean;
  readonly propertyNames: readonly SchemaUri[];
  readonly minProperties: number;
  readonly maxProperties: number;
  readonly prefixItems: readonly (readonly SchemaUri[])[];
  readonly items: readonly SchemaUri[];
  readonly itemsClosed: boolean;
  readonly minItems: number;
  readonly maxItems: number;
  readonly uniqueItems: boolean;
  /** One of each group must hold too. */
  readonly branches: readonly (readonly SchemaUri[])[];
}

export const ALL_TYPES: readonly JsonType[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

export function flatten(schemas: SchemaSource, conjunction: readonly SchemaUri[]): Constraints {
  const draft = anything();
  const seen = new Set<SchemaUri>();
  const queue = [...conjunction];
  for (let uri = queue.shift(); uri !== undefined; uri = queue.shift()) {
    if (seen.has(uri)) continue;
    seen.add(uri);
    const schema = schemas.at(uri);
    if (schema === false) draft.impossible = true;
    if (isJsonObject(schema)) queue.unshift(...addSchema(draft, schemas, uri, schema));
  }
  if (draft.minimum > draft.maximum || draft.minLength > draft.maxLength || draft.types.size === 0 || draft.candidates?.length === 0) draft.impossible = true;
  return draft;
}

type Collected = 'properties' | 'required' | 'additional' | 'propertyNames' | 'prefixItems' | 'items' | 'branches' | 'multiplesOf' | 'patterns' | 'formats';

/** Constraints while schemas are being added to them. */
type Draft = { -readonly [Key in keyof Omit<Constraints, Collected>]: Constraints[Key] } & {
  properties: Map<string, SchemaUri[]>;
  required: Set<string>;
  additional: SchemaUri[];
  propertyNames: SchemaUri[];
  prefixItems: SchemaUri[][];
  items: SchemaUri[];
  branches: SchemaUri[][];
  multiplesOf: number[];
  patterns: string[];
  formats: string[];
};

export function anything(): Draft {
  return {
    impossible: false, types: new Set(ALL_TYPES),
    minimum: -Infinity, maximum: Infinity, minimumExclusive: false, maximumExclusive: false, multiplesOf: [], minLength: 0, maxLength: Infinity, patterns: [], formats: [], properties: new Map(), required: new Set(), additional: [],
    closed: false, propertyNames: [], minProperties: 0, maxProperties: Infinity, prefixItems: [], items: [], itemsClosed: false, minItems: 0,
    maxItems: Infinity, uniqueItems: false, branches: [],
  };
}

/** Adds one schema's keywords; answers the addresses that join the conjunction because of it. */
export function addSchema(draft: Draft, schemas: SchemaSource, uri: SchemaUri, schema: JsonObject): readonly SchemaUri[] {
  addTypes(draft, schema);
  addNumberBounds(draft, schema);
  addTextAndCounts(draft, schema);
  addObject(draft, schemas, uri, schema);
  addArray(draft, schemas, uri, schema);
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const count = Array.isArray(schema[keyword]) ? schema[keyword].length : 0;
    if (count > 0) draft.branches.push(Array.from({ length: count }, (_, index) => schemas.child(uri, keyword, index)));
  }
  const joined: SchemaUri[] = [];
  if (typeof schema['$ref'] === 'string') joined.push(schemas.resolve(uri, schema['$ref']));
  if (Array.isArray(schema['allOf'])) joined.push(...schema['allOf'].map((_: unknown, index: number) => schemas.child(uri, 'allOf', index)));
  return joined;
}

function addTypes(draft: Draft, schema: JsonObject): void {
  const stated = schema['type'];
  if (stated !== undefined) {
    const allowed = new Set((Array.isArray(stated) ? stated : [stated]) as readonly JsonType[]);
    if (allowed.has('number')) allowed.add('integer');
    draft.types = new Set([...draft.types].filter((type) => allowed.has(type)));
  }
  if (schema['const'] !== undefined) addCandidates(draft, [schema['const']]);
  if (Array.isArray(schema['enum'])) addCandidates(draft, schema['enum']);
}

function addCandidates(draft: Draft, candidates: readonly Json[]): void {
  const known = draft.candidates && new Set(draft.candidates.map(canonicalJson));
  draft.candidates = known === undefined ? candidates : candidates.filter((candidate) => known.has(canonicalJson(candidate)));
}

function addNumberBounds(draft: Draft, schema: JsonObject): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === 'number' && minimum > draft.minimum) [draft.minimum, draft.minimumExclusive] = [minimum, false];
  if (typeof maximum === 'number' && maximum < draft.maximum) [draft.maximum, draft.maximumExclusive] = [maximum, false];
  if (typeof exclusiveMinimum === 'number' && exclusiveMinimum >= draft.minimum) [draft.minimum, draft.minimumExclusive] = [exclusiveMinimum, true];
  if (typeof exclusiveMaximum === 'number' && exclusiveMaximum <= draft.maximum) [draft.maximum, draft.maximumExclusive] = [exclusiveMaximum, true];
  if (typeof multipleOf === 'number') draft.multiplesOf.push(multipleOf);
}

function addTextAndCounts(draft: Draft, schema: JsonObject): void {
  for (const keyword of ['minLength', 'minItems', 'minProperties'] as const) {
    const bound = schema[keyword];
    if (typeof bound === 'number') draft[keyword] = Math.max(draft[keyword], bound);
  }
  for (const keyword of ['maxLength', 'maxItems', 'maxProperties'] as const) {
    const bound = schema[keyword];
    if (typeof bound === 'number') draft[keyword] = Math.min(draft[keyword], bound);
  }
  if (typeof schema['pattern'] === 'string') draft.patterns.push(schema['pattern']);
  if (typeof schema['format'] === 'string') draft.formats.push(schema['format']);
}

function addObject(draft: Draft, schemas: SchemaSource, uri: SchemaUri, schema: JsonObject): void {
  if (isJsonObject(schema['properties'])) {
    for (const name of Object.keys(schema['properties'])) {
      const known = draft.properties.get(name);
      const child = schemas.child(uri, 'properties', name);
      if (known === undefined) draft.properties.set(name, [child]);
      else known.push(child);
    }
  }
  if (Array.isArray(schema['required'])) for (const name of schema['required']) draft.required.add(String(name));
  for (const keyword of ['additionalProperties', 'unevaluatedProperties'] as const) {
    if (schema[keyword] === false) draft.closed = true;
    else if (isJsonObject(schema[keyword])) draft.additional.push(schemas.child(uri, keyword));
  }
  if (schema['propertyNames'] !== undefined) draft.propertyNames.push(schemas.child(uri, 'propertyNames'));
}

function addArray(draft: Draft, schemas: SchemaSource, uri: SchemaUri, schema: JsonObject): void {
  if (schema['uniqueItems'] === true) draft.uniqueItems = true;
  const prefix = Array.isArray(schema['prefixItems']) ? schema['prefixItems'].length : 0;
  for (let index = 0; index < prefix; index += 1) (draft.prefixItems[index] ??= []).push(schemas.child(uri, 'prefixItems', index));
  if (schema['items'] === false) draft.itemsClosed = true;
  else if (isJsonObject(schema['items'])) draft.items.push(schemas.child(uri, 'items'));
}
