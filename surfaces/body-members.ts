import { appliedSchemas, appliedToItem, appliedToMember } from '../contract/schema/applied-schemas.js';
import { requiredMembers } from '../contract/constraints/stated-parts.js';
import type { SchemaSource } from '../contract/contract.js';
import { type Json, isJsonObject } from '../contract/json/json.js';
import type { Operation, SchemaUri } from '../contract/operation.js';
import { schemaTypes } from '../contract/wire/decode-value.js';

/** One member of a body that a surface takes as a separate argument. */
export interface BodyMember {
  readonly name: string;
  readonly value: Json;
  /** The JSON types that the schemas of the member allow. */
  readonly types: ReadonlySet<string>;
  /** The JSON types that the schemas of the items allow, if the value is an array. */
  readonly itemTypes: ReadonlySet<string>;
}

/**
 * The members of a body, for a surface that takes each declared member as an argument. Returns a string with the reason
 * if the surface cannot take the body. A surface with such arguments always sends an object, so it cannot distinguish a
 * missing body from an empty object.
 */
export function bodyMembers(
  { requestBody }: Operation,
  body: Json | undefined,
  schemas: SchemaSource,
): readonly BodyMember[] | string {
  if (requestBody === undefined) return [];
  if (body === undefined) return requestBody.required ? 'a required body cannot be omitted' : [];
  if (!isJsonObject(body)) return 'arguments can express only the members of an object';
  const members = Object.entries(body);
  if (members.length === 0 && !requestBody.required) return 'the surface cannot distinguish an empty body from no body';
  const schema = requestBody.content[0]?.schema;
  const applied = schema === undefined ? [] : appliedSchemas(schemas, [schema], body);
  const declared = members.map(([name, value]) => {
    const stated = appliedToMember(schemas, applied, name);
    const items = Array.isArray(value) ? appliedToItem(schemas, appliedSchemas(schemas, stated, value), 0) : [];
    const typesOf = (uris: readonly SchemaUri[]): ReadonlySet<string> =>
      new Set(uris.flatMap((uri) => [...schemaTypes(schemas, uri)]));
    const isDeclared = applied.some(
      ({ schema: { properties } }) => isJsonObject(properties) && Object.hasOwn(properties, name),
    );
    return { name, value, isDeclared, types: typesOf(stated), itemTypes: typesOf(items) };
  });
  const unknown = declared.find(({ isDeclared }) => !isDeclared);
  return unknown === undefined ? declared : `there is no argument for ${JSON.stringify(unknown.name)}`;
}

/** The names of required members that a body does not have. */
export function omittedMembers(
  { requestBody }: Operation,
  body: Json | undefined,
  schemas: SchemaSource,
): readonly string[] {
  const schema = requestBody?.content[0]?.schema;
  if (schema === undefined || !isJsonObject(body)) return [];
  return requiredMembers(schemas, schema).filter((name) => !Object.hasOwn(body, name));
}
