import { appliedSchemas, appliedToItem, appliedToMember } from '../contract/schema/applied-schemas.js';
import type { SchemaSource } from '../contract/contract.js';
import { type Json, isJsonObject } from '../contract/json/json.js';
import { lastToken } from '../contract/json/json-pointer.js';
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
 * Splits a body into its members, for a surface that takes each declared member as a separate argument. Returns a
 * string with the reason if the surface cannot take the body. A surface with such arguments always sends an object, so
 * its caller cannot choose between an empty object and no body.
 */
export function bodyMembers(
  { requestBody }: Operation,
  body: Json | undefined,
  schemas: SchemaSource,
): readonly BodyMember[] | string {
  if (requestBody === undefined) return [];
  if (body === undefined) return requestBody.required ? 'a call without the required body cannot be made' : [];
  if (!isJsonObject(body)) return 'the body is not an object, so it has no members to pass as arguments';
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
  return unknown === undefined
    ? declared
    : `the surface has no argument for the member ${JSON.stringify(unknown.name)}`;
}

/**
 * Pointers to the members that the schema of the body requires, but that the given body lacks, also inside of members.
 * Empty if the body has other faults too, because they may be why a call with it fails.
 */
export function omittedMembers(
  { requestBody }: Operation,
  body: Json | undefined,
  schemas: SchemaSource,
): readonly string[] {
  const schema = requestBody?.content[0]?.schema;
  if (schema === undefined || !isJsonObject(body)) return [];
  const inputs = schemas.forDirection('input');
  const violations = inputs.accepts(schema, body) ? [] : inputs.validate(schema, body);
  if (violations.some(({ keyword }) => keyword !== 'required')) return [];
  return violations.map(({ pointer, schema: uri }) => `${pointer}/${lastToken(uri)}`);
}
