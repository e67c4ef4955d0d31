import { type Json, type JsonObject, type JsonSchema, isJsonObject, ownValue } from '../../contract/json/json.js';
import type { NamedSchemas } from './closed-schemas.js';
import type { ScalarType } from './runtime/route.js';

/**
 * How a service converts the text of a parameter to a value: to a scalar of one type, or to a list of such scalars.
 * `undefined` if text cannot express the values of the schema.
 */
export function textMeaning(
  schema: JsonSchema,
  schemas: NamedSchemas,
): { readonly type: ScalarType; readonly list: boolean } | undefined {
  const target = followed(schema, schemas);
  const types = typesOf(target);
  if (types.includes('array')) {
    const type =
      types.length === 1 ? scalarType(typesOf(followed(asSchema(ownValue(target, 'items')), schemas))) : undefined;
    return type === undefined ? undefined : { type, list: true };
  }
  const type = scalarType(types);
  return type === undefined ? undefined : { type, list: false };
}

/** The `default` of a schema, or of the schema that its `$ref` names. */
export function defaultOf(schema: JsonSchema, schemas: NamedSchemas): Json | undefined {
  const own = ownValue(schema, 'default');
  // `??` cannot be used, because null is a valid default.
  return own === undefined ? ownValue(followed(schema, schemas), 'default') : own;
}

/**
 * The default values of the properties of an object schema. The properties may also be declared in a target of `$ref`
 * or in a branch of `allOf`.
 */
export function propertyDefaults(schema: JsonSchema, schemas: NamedSchemas): JsonObject {
  const found = new Map<string, Json>();
  const seen = new Set<JsonSchema>();
  const visit = (part: JsonSchema): void => {
    const target = followed(part, schemas);
    if (!isJsonObject(target) || seen.has(target)) return;
    seen.add(target);
    for (const [name, property] of Object.entries(ownValue(target, 'properties') ?? {})) {
      const value = defaultOf(asSchema(property), schemas);
      if (value !== undefined) found.set(name, value);
    }
    for (const branch of (ownValue(target, 'allOf') ?? []) as readonly Json[]) visit(asSchema(branch));
  };
  visit(schema);
  return Object.fromEntries(found);
}

/**
 * Follows `$ref`s to the first schema without one. The number of steps is limited, because references may be circular.
 */
function followed(schema: JsonSchema, schemas: NamedSchemas): JsonSchema {
  let target = schema;
  for (let hop = 0; hop < 100; hop += 1) {
    const reference = isJsonObject(target) ? ownValue(target, '$ref') : undefined;
    if (typeof reference !== 'string') return target;
    target = schemas[reference.slice('#/$defs/'.length)] ?? true;
  }
  return true;
}

function asSchema(value: Json | undefined): JsonSchema {
  return typeof value === 'boolean' || isJsonObject(value) ? value : true;
}

/**
 * The types that a schema allows, without `null`, because text cannot express it. If the schema has no `type`, these
 * are the types of the values in `enum` or `const`.
 */
function typesOf(schema: JsonSchema): readonly string[] {
  const type = ownValue(schema, 'type');
  if (type !== undefined)
    return [type].flat().filter((name): name is string => typeof name === 'string' && name !== 'null');
  const values = ownValue(schema, 'enum') ?? [ownValue(schema, 'const') ?? ''];
  return Array.isArray(values) ? [...new Set(values.map((value) => typeof value))] : ['string'];
}

/**
 * The type to which the text of a scalar is converted. If a string is allowed besides other types, the text stays a
 * string.
 */
function scalarType(types: readonly string[]): ScalarType | undefined {
  if (types.includes('string')) return 'string';
  if (types.includes('number')) return 'number';
  if (types.includes('integer')) return 'integer';
  return types.length === 1 && types[0] === 'boolean' ? 'boolean' : undefined;
}
