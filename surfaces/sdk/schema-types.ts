import type { SchemaSource } from '../../contract/contract.js';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import { type TypeReader, descriptionOf, objectType } from './object-type.js';
import type { Direction } from '../generation/schema-direction.js';
import { dependsOnDirection } from './depends-on-direction.js';
import { NEVER, type NamedType, type TypeNode, UNKNOWN, intersectionOf, unionOf } from './type-model.js';
import { type TypeNames, schemaName } from './type-names.js';

/**
 * Makes types from schemas. Every `$ref` becomes a type with a name. The named types are in the order in which they
 * were first needed.
 */
export class SchemaTypes implements TypeReader {
  readonly #named = new Map<string, NamedType>();

  constructor(
    readonly schemas: SchemaSource,
    readonly names: TypeNames,
    /** The name of the type for integers. It is `number` in TypeScript, which has no integer type. */
    readonly integer: 'number' | 'integer' = 'number',
  ) {}

  namedTypes(): readonly NamedType[] {
    return [...this.#named.values()];
  }

  /** The type of the values that a schema accepts. It is as precise as a type can be. */
  typeOf(uri: SchemaUri, direction: Direction): TypeNode {
    const schema = this.schemas.at(uri);
    if (!isJsonObject(schema)) return schema ? UNKNOWN : NEVER;
    const parts = this.#references(uri, schema, direction);
    for (const [index] of list(schema['allOf']).entries())
      parts.push(this.typeOf(this.schemas.child(uri, 'allOf', index), direction));
    for (const keyword of ['anyOf', 'oneOf']) {
      const branches = list(schema[keyword]).map((_, index) =>
        this.typeOf(this.schemas.child(uri, keyword, index), direction),
      );
      if (branches.length > 0) parts.push(unionOf(branches));
    }
    return intersectionOf([...parts, this.#ownType(uri, schema, direction, parts.length > 0)]);
  }

  /** The name of the type for a schema. If the schema has no type yet, its type is made. */
  nameOf(uri: SchemaUri, direction: Direction): string {
    const split = dependsOnDirection(this.schemas, uri);
    // Requests and replies share one type if its members are the same in both directions.
    const key = split ? `${direction} ${uri}` : uri;
    const known = this.#named.get(key);
    if (known !== undefined) return known.name;
    const name = this.names.claim(`${schemaName(uri)}${split && direction === 'input' ? 'Input' : ''}`);
    // The name is set before the type is made, because a schema may refer to itself.
    this.#named.set(key, { name, description: '', type: UNKNOWN });
    this.#named.set(key, { name, description: descriptionOf(this.schemas.at(uri)), type: this.typeOf(uri, direction) });
    return name;
  }

  #references(uri: SchemaUri, schema: JsonObject, direction: Direction): TypeNode[] {
    return ['$ref', '$dynamicRef'].flatMap((keyword): TypeNode[] => {
      const reference = schema[keyword];
      if (typeof reference !== 'string') return [];
      return [{ kind: 'reference', name: this.nameOf(this.schemas.resolve(uri, reference), direction) }];
    });
  }

  #ownType(uri: SchemaUri, schema: JsonObject, direction: Direction, composed: boolean): TypeNode {
    if (Object.hasOwn(schema, 'const')) return literalType(schema['const'] ?? null);
    if (Array.isArray(schema['enum'])) return unionOf(list(schema['enum']).map(literalType));
    const types = typesOf(schema);
    return types.length === 0
      ? UNKNOWN
      : unionOf(types.map((type) => this.#typeNamed(type, uri, schema, direction, composed)));
  }

  #typeNamed(type: string, uri: SchemaUri, schema: JsonObject, direction: Direction, composed: boolean): TypeNode {
    switch (type) {
      case 'string':
      case 'boolean':
      case 'null':
        return { kind: 'keyword', name: type };
      case 'integer':
        return { kind: 'keyword', name: this.integer };
      case 'number':
        return { kind: 'keyword', name: 'number' };
      case 'array':
        return this.#arrayType(uri, schema, direction);
      case 'object':
        // Next to `allOf` or `$ref`, a `type: object` without keywords for members does not narrow the type.
        return composed && !hasMemberKeywords(schema) ? UNKNOWN : objectType(this, uri, schema, direction);
      default:
        return UNKNOWN;
    }
  }

  #arrayType(uri: SchemaUri, schema: JsonObject, direction: Direction): TypeNode {
    const rest = Object.hasOwn(schema, 'items') ? this.typeOf(this.schemas.child(uri, 'items'), direction) : UNKNOWN;
    const prefix = list(schema['prefixItems']).map((_, index) =>
      this.typeOf(this.schemas.child(uri, 'prefixItems', index), direction),
    );
    if (prefix.length === 0) return { kind: 'array', items: rest };
    const least = schema['minItems'];
    return {
      kind: 'tuple',
      items: prefix,
      required: typeof least === 'number' ? Math.min(least, prefix.length) : 0,
      rest,
    };
  }
}

/**
 * Keywords that describe the members of an object. `unevaluatedProperties` is not in the list. It describes the members
 * that no other schema declares, which a type cannot express.
 */
const MEMBER_KEYWORDS: readonly string[] = ['properties', 'required', 'patternProperties', 'additionalProperties'];
const ARRAY_KEYWORDS: readonly string[] = ['items', 'prefixItems'];

/**
 * The JSON types in the `type` of a schema. If it has no `type`, the JSON type to which its other keywords apply:
 * `object` for `properties`.
 */
function typesOf(schema: JsonObject): readonly string[] {
  if (typeof schema['type'] === 'string') return [schema['type']];
  if (Array.isArray(schema['type'])) return list(schema['type']).filter((type) => typeof type === 'string');
  if (hasMemberKeywords(schema)) return ['object'];
  return ARRAY_KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword)) ? ['array'] : [];
}

function hasMemberKeywords(schema: JsonObject): boolean {
  return MEMBER_KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword));
}

function literalType(value: Json): TypeNode {
  if (value === null) return { kind: 'keyword', name: 'null' };
  if (Array.isArray(value))
    return { kind: 'tuple', items: list(value).map(literalType), required: value.length, rest: NEVER };
  if (!isJsonObject(value)) return { kind: 'literal', value: value as string | number | boolean };
  const properties = Object.entries(value).map(([name, member]) => ({
    name,
    required: true,
    description: '',
    type: literalType(member),
  }));
  return { kind: 'object', properties, additional: NEVER };
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
