import { canonicalJson } from '../json/canonical-json.js';
import type { SchemaSource } from '../contract.js';
import { type Json, type JsonObject, isJsonObject } from '../json/json.js';
import type { SchemaUri } from '../operation.js';

/**
 * A request schema, and those parts of it that a run can reach. The schemas in `always` and `branches` apply to the
 * same value as this schema.
 */
export interface CoveredSchema {
  readonly uri: SchemaUri;
  /** The keywords with which the schema itself restricts values. Each has the type of value to which it applies. */
  readonly keywords: readonly CoveredKeyword[];
  /** Maps each value of an `enum`, as canonical JSON, to its address. */
  readonly members: ReadonlyMap<string, string>;
  /** The schemas that apply to every value: the targets of `$ref`, and the schemas in `allOf`. */
  readonly always: readonly CoveredSchema[];
  /**
   * The branches of `anyOf` and `oneOf`, and the schema of `then`. `schema` applies to a value that satisfies `when`.
   * For a branch, `when` is the branch itself; for `then`, it is the schema of `if`. `counts`: whether the branch is
   * itself a part of the coverage; false for `then`.
   */
  readonly branches: readonly { readonly when: SchemaUri; readonly schema: CoveredSchema; readonly counts: boolean }[];
  readonly properties: ReadonlyMap<string, CoveredSchema>;
  /** The schema for members that `properties` does not name. */
  readonly additional: CoveredSchema | undefined;
  readonly prefixItems: readonly CoveredSchema[];
  readonly items: CoveredSchema | undefined;
}

export interface CoveredKeyword {
  readonly keyword: string;
  /** Address of the keyword in the contract. */
  readonly address: string;
  readonly type: ValueType | undefined;
  /** False if no value can violate the keyword, such as `minLength: 0`. */
  readonly breakable: boolean;
}

export type ValueType = 'number' | 'string' | 'array' | 'object';

/**
 * Assertion keywords, each with the type of value to which it applies (JSON Schema Validation §6). A keyword without a
 * type applies to any value.
 */
const KEYWORDS: ReadonlyMap<string, ValueType | undefined> = new Map([
  ...['type', 'enum', 'const', 'not', 'anyOf', 'oneOf'].map((keyword) => [keyword, undefined] as const),
  ...['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'].map(
    (keyword) => [keyword, 'number'] as const,
  ),
  ...['maxLength', 'minLength', 'pattern', 'format'].map((keyword) => [keyword, 'string'] as const),
  ...['maxItems', 'minItems', 'uniqueItems', 'contains', 'minContains', 'maxContains'].map(
    (keyword) => [keyword, 'array'] as const,
  ),
  ...['maxProperties', 'minProperties', 'required', 'dependentRequired', 'propertyNames'].map(
    (keyword) => [keyword, 'object'] as const,
  ),
  ['additionalProperties', 'object'],
  ['unevaluatedProperties', 'object'],
  ['items', 'array'],
  ['unevaluatedItems', 'array'],
]);
/**
 * Keywords that restrict a value by themselves only if they are `false`. If such a keyword has a schema, the keywords
 * in this schema count instead.
 */
const CLOSING: ReadonlySet<string> = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'unevaluatedItems',
]);

/** Reads the schema at an address, and all schemas below it. Each address is read once, so recursive references end. */
export class CoveredSchemas {
  readonly #schemas: SchemaSource;
  readonly #known = new Map<SchemaUri, CoveredSchema>();

  constructor(schemas: SchemaSource) {
    this.#schemas = schemas;
  }

  /** All schemas that were read. */
  all(): Iterable<CoveredSchema> {
    return this.#known.values();
  }

  at(uri: SchemaUri): CoveredSchema {
    const known = this.#known.get(uri);
    if (known !== undefined) return known;
    const raw = this.#schemas.at(uri);
    const schema = isJsonObject(raw) ? raw : {};
    const properties = new Map<string, CoveredSchema>();
    const [always, branches, prefixItems]: [CoveredSchema[], CoveredSchema['branches'][number][], CoveredSchema[]] = [
      [],
      [],
      [],
    ];
    const made = {
      uri,
      keywords: this.#keywords(uri, schema),
      members: this.#members(uri, schema),
      always,
      branches,
      properties,
      prefixItems,
    };
    const whole: { -readonly [Key in keyof CoveredSchema]: CoveredSchema[Key] } = {
      ...made,
      additional: undefined,
      items: undefined,
    };
    this.#known.set(uri, whole);
    this.#addInPlace(uri, schema, always, branches);
    for (const [name, part] of Object.entries(isJsonObject(schema['properties']) ? schema['properties'] : {})) {
      // The server assigns `readOnly` members, so they are not part of a request (Validation §9.4).
      if (!isJsonObject(part) || part['readOnly'] !== true)
        properties.set(name, this.at(this.#schemas.child(uri, 'properties', name)));
    }
    for (const index of listed(schema, 'prefixItems').keys())
      prefixItems.push(this.at(this.#schemas.child(uri, 'prefixItems', index)));
    if (isJsonObject(schema['items'])) whole.items = this.at(this.#schemas.child(uri, 'items'));
    if (isJsonObject(schema['additionalProperties']))
      whole.additional = this.at(this.#schemas.child(uri, 'additionalProperties'));
    return whole;
  }

  #addInPlace(
    uri: SchemaUri,
    schema: JsonObject,
    always: CoveredSchema[],
    branches: CoveredSchema['branches'][number][],
  ): void {
    if (typeof schema['$ref'] === 'string') always.push(this.at(this.#schemas.resolve(uri, schema['$ref'])));
    for (const index of listed(schema, 'allOf').keys()) always.push(this.at(this.#schemas.child(uri, 'allOf', index)));
    for (const keyword of ['anyOf', 'oneOf']) {
      for (const index of listed(schema, keyword).keys()) {
        const branch = this.at(this.#schemas.child(uri, keyword, index));
        branches.push({ when: branch.uri, schema: branch, counts: true });
      }
    }
    if (!isJsonObject(schema['if']) || !isJsonObject(schema['then'])) return;
    branches.push({
      when: this.#schemas.child(uri, 'if'),
      schema: this.at(this.#schemas.child(uri, 'then')),
      counts: false,
    });
  }

  #keywords(uri: SchemaUri, schema: JsonObject): readonly CoveredKeyword[] {
    return Object.entries(schema).flatMap(([keyword, value]) => {
      if (!KEYWORDS.has(keyword) || (CLOSING.has(keyword) && value !== false)) return [];
      return [
        {
          keyword,
          address: this.#schemas.child(uri, keyword),
          type: KEYWORDS.get(keyword),
          breakable: isBreakable(keyword, value),
        },
      ];
    });
  }

  #members(uri: SchemaUri, schema: JsonObject): ReadonlyMap<string, string> {
    const members = listed(schema, 'enum');
    return new Map(members.map((member, index) => [canonicalJson(member), this.#schemas.child(uri, 'enum', index)]));
  }
}

function isBreakable(keyword: string, value: Json): boolean {
  if (value === 0) return !/^min(?:Length|Items|Properties|Contains)$/.test(keyword);
  if (Array.isArray(value) && keyword === 'required') return value.length > 0;
  return value !== false || keyword !== 'uniqueItems';
}

function listed(schema: JsonObject, keyword: string): readonly Json[] {
  const list = schema[keyword];
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}
