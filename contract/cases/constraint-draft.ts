import { canonicalJson } from '../canonical-json.js';
import type { SchemaSource } from '../contract.js';
import { type Json, type JsonObject, isJsonObject } from '../json.js';
import type { SchemaUri } from '../operation.js';
import type { Constraints, JsonType } from './constraint-types.js';

/** Constraints while schemas are being added to them. */
export type ConstraintDraft = { -readonly [Key in keyof Omit<Constraints, keyof Collected>]: Constraints[Key] } & Collected;

/** What grows with each schema. */
interface Collected {
  readonly properties: Map<string, SchemaUri[]>;
  readonly required: Set<string>;
  readonly additional: SchemaUri[];
  readonly propertyNames: SchemaUri[];
  readonly prefixItems: SchemaUri[][];
  readonly items: SchemaUri[];
  readonly branches: SchemaUri[][];
  readonly multiplesOf: number[];
  readonly patterns: string[];
  readonly formats: string[];
  readonly additionals: Additional[];
  readonly itemsBehind: ItemsBehind[];
}

/** An `additionalProperties`, and which members its own schema object takes from it (Core §10.3.2.3). */
interface Additional {
  readonly schema: SchemaUri | false;
  readonly takes: (name: string) => boolean;
}

/** An `items` and the number of leading items that its own `prefixItems` takes from it (Core §10.3.1.2). */
interface ItemsBehind {
  readonly schema: SchemaUri;
  readonly prefix: number;
}

export function anything(): ConstraintDraft {
  return {
    never: false, types: new Set<JsonType>(['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']),
    minimum: -Infinity, maximum: Infinity, minimumExclusive: false, maximumExclusive: false, multiplesOf: [],
    minLength: 0, maxLength: Infinity, patterns: [], formats: [],
    properties: new Map(), required: new Set(), additional: [], closed: false, propertyNames: [], minProperties: 0, maxProperties: Infinity,
    prefixItems: [], items: [], minItems: 0, maxItems: Infinity, uniqueItems: false,
    branches: [], readOnly: false, writeOnly: false, additionals: [], itemsBehind: [],
  };
}

/** Adds one schema's keywords; answers the addresses that join the conjunction because of it. */
export function addSchema(draft: ConstraintDraft, schemas: SchemaSource, uri: SchemaUri, schema: JsonObject): readonly SchemaUri[] {
  addTypes(draft, schema);
  addNumberBounds(draft, schema);
  addTextAndCounts(draft, schema);
  addObject(draft, schemas, uri, schema);
  addArray(draft, schemas, uri, schema);
  if (schema['readOnly'] === true) draft.readOnly = true;
  if (schema['writeOnly'] === true) draft.writeOnly = true;
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const group = listed(schemas, uri, schema, keyword);
    if (group.length > 0) draft.branches.push(group);
  }
  const referred = typeof schema['$ref'] === 'string' ? [schemas.resolve(uri, schema['$ref'])] : [];
  return [...referred, ...listed(schemas, uri, schema, 'allOf')];
}

/** The addresses of a list of schemas. */
function listed(schemas: SchemaSource, uri: SchemaUri, schema: JsonObject, keyword: string): SchemaUri[] {
  const count = Array.isArray(schema[keyword]) ? schema[keyword].length : 0;
  return Array.from({ length: count }, (_, index) => schemas.child(uri, keyword, index));
}

function addTypes(draft: ConstraintDraft, schema: JsonObject): void {
  const stated = schema['type'];
  if (stated !== undefined) {
    const allowed = new Set((Array.isArray(stated) ? stated : [stated]) as readonly JsonType[]);
    if (allowed.has('number')) allowed.add('integer');
    draft.types = new Set([...draft.types].filter((type) => allowed.has(type)));
  }
  if (schema['const'] !== undefined) addCandidates(draft, [schema['const']]);
  if (Array.isArray(schema['enum'])) addCandidates(draft, schema['enum']);
}

function addCandidates(draft: ConstraintDraft, candidates: readonly Json[]): void {
  const known = draft.candidates && new Set(draft.candidates.map(canonicalJson));
  draft.candidates = known === undefined ? candidates : candidates.filter((candidate) => known.has(canonicalJson(candidate)));
}

function addNumberBounds(draft: ConstraintDraft, schema: JsonObject): void {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
  if (typeof minimum === 'number' && minimum > draft.minimum) [draft.minimum, draft.minimumExclusive] = [minimum, false];
  if (typeof maximum === 'number' && maximum < draft.maximum) [draft.maximum, draft.maximumExclusive] = [maximum, false];
  if (typeof above === 'number' && above >= draft.minimum) [draft.minimum, draft.minimumExclusive] = [above, true];
  if (typeof below === 'number' && below <= draft.maximum) [draft.maximum, draft.maximumExclusive] = [below, true];
  if (typeof multipleOf === 'number') draft.multiplesOf.push(multipleOf);
}

function addTextAndCounts(draft: ConstraintDraft, schema: JsonObject): void {
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

function addObject(draft: ConstraintDraft, schemas: SchemaSource, uri: SchemaUri, schema: JsonObject): void {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  for (const name of Object.keys(properties)) addProperty(draft, name, schemas.child(uri, 'properties', name));
  if (Array.isArray(schema['required'])) for (const name of schema['required']) draft.required.add(String(name));
  const { additionalProperties, unevaluatedProperties } = schema;
  if (additionalProperties === false || isJsonObject(additionalProperties)) {
    const patternProperties = isJsonObject(schema['patternProperties']) ? schema['patternProperties'] : {};
    const patterns = Object.keys(patternProperties).map((pattern) => new RegExp(pattern, 'u'));
    const takes = (name: string): boolean => !Object.hasOwn(properties, name) && !patterns.some((pattern) => pattern.test(name));
    draft.additionals.push({ schema: additionalProperties === false ? false : schemas.child(uri, 'additionalProperties'), takes });
  }
  // Seen from here the members of all conjuncts are evaluated; what that gets wrong (inside an `allOf`) the validator tells.
  if (unevaluatedProperties === false) draft.closed = true;
  else if (isJsonObject(unevaluatedProperties)) draft.additional.push(schemas.child(uri, 'unevaluatedProperties'));
  if (schema['propertyNames'] !== undefined) draft.propertyNames.push(schemas.child(uri, 'propertyNames'));
}

function addProperty(draft: ConstraintDraft, name: string, uri: SchemaUri): void {
  const known = draft.properties.get(name);
  if (known === undefined) draft.properties.set(name, [uri]);
  else known.push(uri);
}

function addArray(draft: ConstraintDraft, schemas: SchemaSource, uri: SchemaUri, schema: JsonObject): void {
  if (schema['uniqueItems'] === true) draft.uniqueItems = true;
  const prefix = listed(schemas, uri, schema, 'prefixItems');
  for (const [index, item] of prefix.entries()) (draft.prefixItems[index] ??= []).push(item);
  if (schema['items'] === false) draft.maxItems = Math.min(draft.maxItems, prefix.length);
  else if (isJsonObject(schema['items'])) draft.itemsBehind.push({ schema: schemas.child(uri, 'items'), prefix: prefix.length });
}

/** What needs all schemas of the conjunction to be known: what is additional to one may be named by another. */
export function finished(draft: ConstraintDraft): ConstraintDraft {
  for (const { schema, takes } of draft.additionals) {
    if (schema === false) draft.closed = true;
    else draft.additional.push(schema);
    for (const [name, conjunction] of draft.properties) {
      if (!takes(name)) continue;
      if (schema === false) draft.properties.delete(name);
      else conjunction.push(schema);
    }
  }
  for (const { schema, prefix } of draft.itemsBehind) {
    draft.items.push(schema);
    for (let index = prefix; index < draft.prefixItems.length; index += 1) (draft.prefixItems[index] ??= []).push(schema);
  }
  return draft;
}
