import { type StatedParts, statedParts } from '../../contract/constraints/stated-parts.js';
import type { SchemaSource } from '../../contract/contract.js';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../contract/operation.js';
import { isHidden } from '../../surfaces/generation/schema-direction.js';
import { alternatives } from '../values/alternatives.js';

/** Replaces a value that the server assigned. */
const ASSIGNED = '(assigned by the server)';
/** Below this depth, values are compared unmasked. */
const MAX_DEPTH = 12;

/**
 * A value with the members masked that the server assigns, because they may differ between lanes: `readOnly` members,
 * times and UUIDs, and in a reply to a request with a body every top-level member that the request body does not have.
 * The client chose the members that the request body has, so they are compared.
 */
export function withoutAssigned(
  schemas: SchemaSource,
  operation: Operation,
  schema: SchemaUri | undefined,
  value: Json | undefined,
): Json | undefined {
  if (schema === undefined || value === undefined) return value;
  return masked({ schemas, given: givenNames(schemas, operation) }, [schema], value, 0);
}

interface Masking {
  readonly schemas: SchemaSource;
  /** Names of the members of the request body; `undefined` if there is no body. */
  readonly given: ReadonlySet<string> | undefined;
}

function givenNames(schemas: SchemaSource, { requestBody }: Operation): ReadonlySet<string> | undefined {
  const schema = requestBody?.content[0]?.schema;
  return schema === undefined
    ? undefined
    : new Set(alternatives(schemas, [schema]).flatMap(({ properties }) => [...properties.keys()]));
}

function masked(taking: Masking, conjunction: readonly SchemaUri[], value: Json, depth: number): Json {
  if (depth > MAX_DEPTH || conjunction.length === 0) return value;
  const parts = alternatives(taking.schemas, conjunction);
  if (Array.isArray(value)) {
    const itemAt = (index: number): readonly SchemaUri[] =>
      parts.flatMap((part) => part.prefixItems[index] ?? part.items);
    return (value as readonly Json[]).map((item, index) => masked(taking, itemAt(index), item, depth + 1));
  }
  return isJsonObject(value) ? Object.fromEntries(members(taking, parts, value, depth)) : value;
}

function members(
  taking: Masking,
  parts: readonly StatedParts[],
  value: JsonObject,
  depth: number,
): readonly (readonly [string, Json])[] {
  return Object.entries(value).map(([name, member]) => {
    const named = parts.flatMap((part) => part.properties.get(name) ?? []);
    if (isAssigned(taking, name, named, depth)) return [name, ASSIGNED];
    return [
      name,
      masked(taking, named.length > 0 ? named : parts.flatMap((part) => part.additional), member, depth + 1),
    ];
  });
}

function isAssigned({ schemas, given }: Masking, name: string, named: readonly SchemaUri[], depth: number): boolean {
  if (named.some((address) => isHidden(schemas, address, 'input'))) return true;
  if (given?.has(name) === true) return false;
  // Nested members need no check against the request body, because their parent passed it.
  if (given !== undefined && depth === 0) return true;
  return (
    named.length > 0 &&
    statedParts(schemas, named).formats.some((format) => format === 'date-time' || format === 'uuid')
  );
}
