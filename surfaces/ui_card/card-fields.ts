import type { SchemaSource } from '../../contract/contract.js';
import { type Json, isJsonObject } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import { isHidden } from '../generation/schema-direction.js';
import { type SchemaPart, mergedParts, keywordOf, typesOf } from './merged-schema.js';
import type { CardField, CardMember, CardValue } from './runtime/model/card-model.js';

/** The maximum depth of forms inside forms. A value below this depth is entered as JSON. */
const DEEPEST = 8;
const JSON_FIELD: CardField = { kind: 'json' };

/**
 * Which form field a user fills in for a value of the schema. If no form can express the values, they are entered as
 * JSON.
 */
export function cardValue(schemas: SchemaSource, uri: SchemaUri, depth = 0): CardValue {
  const parts = depth > DEEPEST ? undefined : mergedParts(schemas, uri);
  if (parts === undefined) return { nullable: false, field: JSON_FIELD };
  const types = typesOf(parts);
  const nullable = types.includes('null');
  return {
    nullable,
    field: fieldOf(
      schemas,
      parts,
      types.filter((type) => type !== 'null'),
      depth,
    ),
  };
}

function fieldOf(
  schemas: SchemaSource,
  parts: readonly SchemaPart[],
  types: readonly string[],
  depth: number,
): CardField {
  const options = choices(parts);
  if (options !== undefined) return { kind: 'choice', options };
  const union = parts.flatMap((part) =>
    ['oneOf', 'anyOf'].filter((keyword) => Array.isArray(part.schema[keyword])).map((keyword) => ({ part, keyword })),
  );
  const [only, ...more] = union;
  if (more.length > 0 || (only !== undefined && keywordOf(parts, 'properties') !== undefined)) return JSON_FIELD;
  if (only !== undefined) return unionField(schemas, only.part, only.keyword, depth);
  const fields = types.map((type) => typedField(schemas, parts, type, depth));
  if (fields.length < 2) return fields[0] ?? JSON_FIELD;
  return { kind: 'union', branches: fields.map((field, index) => ({ label: types[index] ?? '', field })) };
}

/** The values in `enum` or `const`, as JSON texts. `null` is left out, because it has a control of its own. */
function choices(parts: readonly SchemaPart[]): readonly string[] | undefined {
  const constant = parts.find(({ schema }) => Object.hasOwn(schema, 'const'))?.schema['const'];
  const listed = constant === undefined ? keywordOf(parts, 'enum') : [constant];
  return Array.isArray(listed)
    ? (listed as readonly Json[]).filter((value) => value !== null).map((value) => JSON.stringify(value))
    : undefined;
}

function unionField(schemas: SchemaSource, { uri, schema }: SchemaPart, keyword: string, depth: number): CardField {
  const list = schema[keyword] as readonly Json[];
  const branches = list.map((branch, index) => {
    const at = schemas.child(uri, keyword, index);
    const reference = isJsonObject(branch) && typeof branch['$ref'] === 'string' ? branch['$ref'] : '';
    const title = keywordOf(mergedParts(schemas, at) ?? [], 'title');
    const label =
      typeof title === 'string' ? title : decodeURIComponent(reference.split('/').at(-1) || `Choice ${index + 1}`);
    return { label, field: cardValue(schemas, at, depth + 1).field };
  });
  return { kind: 'union', branches };
}

function typedField(schemas: SchemaSource, parts: readonly SchemaPart[], type: string, depth: number): CardField {
  switch (type) {
    case 'string':
      return { kind: 'text', ...numbers(parts, ['minLength', 'maxLength']), ...texts(parts, ['pattern', 'format']) };
    case 'integer':
    case 'number':
      return {
        kind: 'number',
        integer: type === 'integer',
        ...numbers(parts, ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']),
      };
    case 'boolean':
      return { kind: 'choice', options: ['true', 'false'] };
    case 'array':
      return listField(schemas, parts, depth);
    case 'object':
      return objectField(schemas, parts, depth);
    default:
      return JSON_FIELD;
  }
}

function listField(schemas: SchemaSource, parts: readonly SchemaPart[], depth: number): CardField {
  const owner = parts.find(({ schema }) => Object.hasOwn(schema, 'items'));
  if (owner === undefined || keywordOf(parts, 'prefixItems') !== undefined) return JSON_FIELD;
  const { minItems: least, maxItems: most } = numbers(parts, ['minItems', 'maxItems']);
  const of = cardValue(schemas, schemas.child(owner.uri, 'items'), depth + 1);
  return { kind: 'list', of, ...(least !== undefined && { least }), ...(most !== undefined && { most }) };
}

function objectField(schemas: SchemaSource, parts: readonly SchemaPart[], depth: number): CardField {
  const required = new Set(
    parts.flatMap(({ schema }) => (Array.isArray(schema['required']) ? schema['required'] : [])),
  );
  const members = new Map<string, CardMember>();
  for (const { uri, schema } of parts) {
    for (const name of Object.keys(isJsonObject(schema['properties']) ? schema['properties'] : {})) {
      const at = schemas.child(uri, 'properties', name);
      if (members.has(name) || isHidden(schemas, at, 'input')) continue;
      members.set(name, {
        name,
        description: descriptionOf(schemas, at),
        required: required.has(name),
        ...cardValue(schemas, at, depth + 1),
      });
    }
  }
  if (members.size > 0) return { kind: 'object', members: [...members.values()] };
  const open = parts.find(({ schema }) => isJsonObject(schema['additionalProperties']));
  if (open === undefined) return JSON_FIELD;
  const { maxProperties: most } = numbers(parts, ['maxProperties']);
  const of = cardValue(schemas, schemas.child(open.uri, 'additionalProperties'), depth + 1);
  return { kind: 'map', of, ...(most !== undefined && { most }) };
}

export function descriptionOf(schemas: SchemaSource, uri: SchemaUri): string {
  const description = keywordOf(mergedParts(schemas, uri) ?? [], 'description');
  return typeof description === 'string' ? description : '';
}

function numbers<Name extends string>(
  parts: readonly SchemaPart[],
  names: readonly Name[],
): { readonly [Key in Name]?: number } {
  const found = names
    .map((name) => [name, keywordOf(parts, name)] as const)
    .filter(([, value]) => typeof value === 'number');
  return Object.fromEntries(found) as { readonly [Key in Name]?: number };
}

function texts<Name extends string>(
  parts: readonly SchemaPart[],
  names: readonly Name[],
): { readonly [Key in Name]?: string } {
  const found = names
    .map((name) => [name, keywordOf(parts, name)] as const)
    .filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(found) as { readonly [Key in Name]?: string };
}
