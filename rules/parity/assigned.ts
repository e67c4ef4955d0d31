import { type StatedParts, statedParts } from '../../contract/constraints/stated-parts.js';
import type { SchemaSource } from '../../contract/contract.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../contract/operation.js';
import { isHidden } from '../../surfaces/generation/schema-direction.js';
import type { AssignedMembers } from '../rule.js';
import { alternatives } from '../values/alternatives.js';

/** The call whose reply is compared with the reply of another surface. */
export interface AssignedSubject {
  readonly schemas: SchemaSource;
  readonly operation: Operation;
  /** The body of the request. */
  readonly sent: Json | undefined;
  readonly assigned?: AssignedMembers;
  /** The time at which the request was sent, in milliseconds since 1970. */
  readonly at?: number;
}

/** The text that replaces each value that the service assigned, so that two replies can be compared. */
const ASSIGNED = '(assigned by the server)';
/** The maximum depth to which values are masked. */
const MAX_DEPTH = 12;
/** A time in a reply is taken as set by the service if it is at most this far from the time of the request. */
const NEAR_MS = 24 * 60 * 60 * 1000;

/**
 * The value with `(assigned by the server)` in place of each member that the service assigns: `readOnly` members,
 * times, UUIDs, and members that differ between two identical calls. If no identical calls were made, it also replaces
 * each top-level member that a request body cannot have. It does not replace members that the client sent.
 */
export function withoutAssigned(
  subject: AssignedSubject,
  schema: SchemaUri | undefined,
  value: Json | undefined,
): Json | undefined {
  if (schema === undefined || value === undefined) return value;
  const { schemas, operation, assigned } = subject;
  const learned = assigned?.get(operation.id);
  if (learned?.has('') === true) return ASSIGNED;
  return masked({ ...subject, learned, given: givenNames(schemas, operation) }, [schema], value, '', 0);
}

interface Masking extends AssignedSubject {
  /** Pointers to the members that differ between identical calls; `undefined` if no identical calls were made. */
  readonly learned: ReadonlySet<string> | undefined;
  /** The names of all members that the request body may have; `undefined` if the operation has no body. */
  readonly given: ReadonlySet<string> | undefined;
}

function givenNames(schemas: SchemaSource, { requestBody }: Operation): ReadonlySet<string> | undefined {
  const schema = requestBody?.content[0]?.schema;
  return schema === undefined
    ? undefined
    : new Set(alternatives(schemas, [schema]).flatMap(({ properties }) => [...properties.keys()]));
}

function masked(taking: Masking, conjunction: readonly SchemaUri[], value: Json, pointer: string, depth: number): Json {
  if (depth > MAX_DEPTH || (conjunction.length === 0 && taking.learned === undefined)) return value;
  const parts = conjunction.length === 0 ? [] : alternatives(taking.schemas, conjunction);
  if (Array.isArray(value)) {
    const itemAt = (index: number): readonly SchemaUri[] =>
      parts.flatMap((part) => part.prefixItems[index] ?? part.items);
    return (value as readonly Json[]).map((item, index) =>
      masked(taking, itemAt(index), item, joinPointer(pointer, '*'), depth + 1),
    );
  }
  return isJsonObject(value) ? Object.fromEntries(members(taking, parts, value, pointer, depth)) : value;
}

function members(
  taking: Masking,
  parts: readonly StatedParts[],
  value: JsonObject,
  pointer: string,
  depth: number,
): readonly (readonly [string, Json])[] {
  return Object.entries(value).map(([name, member]) => {
    const at = joinPointer(pointer, name);
    const named = parts.flatMap((part) => part.properties.get(name) ?? []);
    if (isAssigned(taking, { name, at, named, member, depth })) return [name, ASSIGNED];
    const schemas = named.length > 0 ? named : parts.flatMap((part) => part.additional);
    return [name, masked(taking, schemas, member, at, depth + 1)];
  });
}

interface Member {
  readonly name: string;
  readonly at: string;
  readonly named: readonly SchemaUri[];
  readonly member: Json;
  readonly depth: number;
}

function isAssigned(taking: Masking, { name, at, named, member, depth }: Member): boolean {
  const { schemas, given, learned, sent } = taking;
  if (named.some((address) => isHidden(schemas, address, 'input'))) return true;
  if (depth === 0 && isJsonObject(sent) && Object.hasOwn(sent, name)) return false;
  if (learned?.has(at) === true || isNow(taking, member)) return true;
  if (given?.has(name) === true) return false;
  // If no identical calls were made, the service assigns every top-level member that a request cannot have. Nested
  // members are judged by their formats only.
  if (learned === undefined && given !== undefined && depth === 0) return true;
  return (
    named.length > 0 &&
    statedParts(schemas, named).formats.some((format) => format === 'date-time' || format === 'uuid')
  );
}

/**
 * Whether a value is a time close to the time of the request, which the service must have set. It is replaced even if
 * identical calls returned the same time, because the clock of the service may be coarse.
 */
function isNow({ at }: Masking, value: Json): boolean {
  if (at === undefined) return false;
  const times =
    typeof value === 'number' ? [value, value * 1000] : typeof value === 'string' ? [Date.parse(value)] : [];
  return times.some((time) => Math.abs(time - at) < NEAR_MS);
}
