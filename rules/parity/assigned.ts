import { type StatedParts, statedParts } from '../../contract/constraints/stated-parts.js';
import type { SchemaSource } from '../../contract/contract.js';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../contract/operation.js';
import { isHidden } from '../../surfaces/generation/schema-direction.js';
import { alternatives } from '../values/alternatives.js';

/** What stands for whatever the server made up. */
const ASSIGNED = '(assigned by the server)';
/** Deeper values are compared as they are. */
const MAX_DEPTH = 12;

/**
 * A value with what the server assigns taken out, since that may differ from lane to lane: members that are `readOnly`,
 * times and UUIDs, and in the reply to an unsafe method whatever its request has no member for. A member that the request
 * body names is the client's, and stays.
 */
export function withoutAssigned(
  schemas: SchemaSource,
  operation: Operation,
  schema: SchemaUri | undefined,
  value: Json | undefined,
): Json | undefined {
  if (schema === undefined || value === undefined) return value;
  return taken({ schemas, given: givenNames(schemas, operation) }, [schema], value, 0);
}

interface Taking {
  readonly schemas: SchemaSource;
  /** Members of the request's body; `undefined` where there is none. */
  readonly given: ReadonlySet<string> | undefined;
}

function givenNames(schemas: SchemaSource, { requestBody }: Operation): ReadonlySet<string> | undefined {
  const schema = requestBody?.content[0]?.schema;
  return schema === undefined ? undefined : new Set(alternatives(schemas, [schema]).flatMap(({ properties }) => [...properties.keys()]));
}

function taken(taking: Taking, conjunction: readonly SchemaUri[], value: Json, depth: number): Json {
  if (depth > MAX_DEPTH || conjunction.length === 0) return value;
  const parts = alternatives(taking.schemas, conjunction);
  if (Array.isArray(value)) {
    const itemAt = (index: number): readonly SchemaUri[] => parts.flatMap((part) => part.prefixItems[index] ?? part.items);
    return (value as readonly Json[]).map((item, index) => taken(taking, itemAt(index), item, depth + 1));
  }
  return isJsonObject(value) ? Object.fromEntries(members(taking, parts, value, depth)) : value;
}

function members(taking: Taking, parts: readonly StatedParts[], value: JsonObject, depth: number): readonly (readonly [string, Json])[] {
  return Object.entries(value).map(([name, member]) => {
    const named = parts.flatMap((part) => part.properties.get(name) ?? []);
    if (isAssigned(taking, name, named, depth)) return [name, ASSIGNED];
    return [name, taken(taking, named.length > 0 ? named : parts.flatMap((part) => part.additional), member, depth + 1)];
  });
}

function isAssigned({ schemas, given }: Taking, name: string, named: readonly SchemaUri[], depth: number): boolean {
  if (named.some((address) => isHidden(schemas, address, 'input'))) return true;
  if (given?.has(name) === true) return false;
  // Members of members are not looked for in the request: what holds them was.
  if (given !== undefined && depth === 0) return true;
  return named.length > 0 && statedParts(schemas, named).formats.some((format) => format === 'date-time' || format === 'uuid');
}
