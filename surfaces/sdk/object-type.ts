import type { SchemaSource } from '../../contract/contract.js';
import { type JsonObject, type JsonSchema, isJsonObject, ownValue } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import { type Direction, isHidden } from '../generation/schema-direction.js';
import { NEVER, type PropertyModel, type TypeNode, UNKNOWN, unionOf } from './type-model.js';

/** Makes a type from a schema. Object types need it for the types of their members. */
export interface TypeReader {
  readonly schemas: SchemaSource;
  typeOf(uri: SchemaUri, direction: Direction): TypeNode;
}

/**
 * The type of an object, as the object keywords of one schema describe it (`properties`, `required`,
 * `additionalProperties` …).
 */
export function objectType(types: TypeReader, uri: SchemaUri, schema: JsonObject, direction: Direction): TypeNode {
  const properties = [
    ...declaredProperties(types, uri, schema, direction),
    ...undeclaredProperties(types, uri, schema, direction),
  ];
  return {
    kind: 'object',
    properties,
    additional: additionalType(types, uri, schema, direction, properties.length > 0),
  };
}

/** The description of a schema, or its title if it has no description. */
export function descriptionOf(schema: JsonSchema): string {
  const text = isJsonObject(schema) ? (schema['description'] ?? schema['title']) : undefined;
  return typeof text === 'string' ? text.trim() : '';
}

function declaredProperties(
  types: TypeReader,
  uri: SchemaUri,
  schema: JsonObject,
  direction: Direction,
): readonly PropertyModel[] {
  const required = requiredNames(schema);
  return propertyNames(schema).flatMap((name) => {
    const property = types.schemas.child(uri, 'properties', name);
    if (isHidden(types.schemas, property, direction)) return [];
    const own = types.schemas.at(property);
    const deprecated = ownValue(own, 'deprecated') === true && ({ deprecated: true } as const);
    return [
      {
        name,
        required: required.includes(name),
        description: descriptionOf(own),
        ...deprecated,
        type: types.typeOf(property, direction),
      },
    ];
  });
}

/**
 * The members that this schema requires but does not declare, because a different schema for the same value declares
 * them. Their type here is `unknown`. The intersection with the type of the other schema makes them required.
 */
function undeclaredProperties(
  types: TypeReader,
  uri: SchemaUri,
  schema: JsonObject,
  direction: Direction,
): readonly PropertyModel[] {
  const declared = propertyNames(schema);
  return requiredNames(schema)
    .filter((name) => !declared.includes(name) && !hiddenByPart(types, uri, name, direction, 0))
    .map((name) => ({ name, required: true, description: '', type: UNKNOWN }));
}

/** True if this schema, or a schema in its `allOf` or `$ref`, declares the property as never sent in this direction. */
function hiddenByPart(types: TypeReader, uri: SchemaUri, name: string, direction: Direction, depth: number): boolean {
  const schema = types.schemas.at(uri);
  if (!isJsonObject(schema) || depth > 16) return false;
  if (propertyNames(schema).includes(name))
    return isHidden(types.schemas, types.schemas.child(uri, 'properties', name), direction);
  const branches = Array.isArray(schema['allOf']) ? schema['allOf'].length : 0;
  const parts = Array.from({ length: branches }, (_, index) => types.schemas.child(uri, 'allOf', index));
  if (typeof schema['$ref'] === 'string') parts.push(types.schemas.resolve(uri, schema['$ref']));
  return parts.some((part) => hiddenByPart(types, part, name, direction, depth + 1));
}

/**
 * The type of members that the schema does not declare by name. If there are also named members, it can only be
 * `unknown`, because an index signature of TypeScript must allow the types of the named members, too. If a schema has
 * no keyword for members, its objects may have any members.
 */
function additionalType(
  types: TypeReader,
  uri: SchemaUri,
  schema: JsonObject,
  direction: Direction,
  named: boolean,
): TypeNode {
  const names = Object.keys(ownObject(schema, 'patternProperties'));
  const patterns = names.map((pattern) => types.schemas.child(uri, 'patternProperties', pattern));
  const keyword = Object.hasOwn(schema, 'additionalProperties') ? 'additionalProperties' : 'unevaluatedProperties';
  const closed = schema[keyword] === false;
  const open = Object.hasOwn(schema, keyword) && !closed ? [types.schemas.child(uri, keyword)] : [];
  const members = [...patterns, ...open].map((member) => types.typeOf(member, direction));
  if (members.length === 0) return named || closed ? NEVER : UNKNOWN;
  return named || (patterns.length > 0 && !closed && open.length === 0) ? UNKNOWN : unionOf(members);
}

function propertyNames(schema: JsonObject): readonly string[] {
  return Object.keys(ownObject(schema, 'properties'));
}

function requiredNames(schema: JsonObject): readonly string[] {
  const names = schema['required'];
  return Array.isArray(names)
    ? [...new Set((names as readonly unknown[]).filter((name) => typeof name === 'string'))]
    : [];
}

function ownObject(schema: JsonObject, keyword: string): JsonObject {
  const value = ownValue(schema, keyword);
  return isJsonObject(value) ? value : {};
}
