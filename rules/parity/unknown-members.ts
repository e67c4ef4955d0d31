import type { SchemaSource } from '../../contract/contract.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../contract/json/json.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import type { SchemaUri } from '../../contract/operation.js';
import {
  type AppliedSchema,
  appliedSchemas,
  appliedToItem,
  appliedToMember,
} from '../../contract/schema/applied-schemas.js';

/** The result of `withoutUnknown`. */
export interface WithoutUnknown {
  readonly value: Json;
  /** Pointers to the removed members, in no particular order. */
  readonly lost: readonly string[];
}

/** The maximum depth at which unknown members are searched for. Deeper values are kept. */
const MAX_DEPTH = 64;
/** The maximum number of removed members. Further members are kept. */
const MAX_LOST = 20;

/**
 * Removes from a sent value the unknown members that the caller did not receive. A member is unknown if the schema of
 * its object names other members, but not this one, and has no `additionalProperties`. A service may add such members
 * to its replies at any time.
 */
export function withoutUnknown(
  schemas: SchemaSource,
  stated: readonly SchemaUri[],
  sent: Json,
  seen: Json | undefined,
): WithoutUnknown {
  const lost: string[] = [];
  return { value: known(schemas, { stated, sent, seen, pointer: '', depth: 0 }, lost), lost };
}

interface Place {
  readonly stated: readonly SchemaUri[];
  readonly sent: Json;
  readonly seen: Json | undefined;
  readonly pointer: string;
  readonly depth: number;
}

function known(schemas: SchemaSource, { stated, sent, seen, pointer, depth }: Place, lost: string[]): Json {
  if (stated.length === 0 || depth > MAX_DEPTH) return sent;
  const below = (within: readonly SchemaUri[], name: string | number, one: Json, other: Json | undefined): Json =>
    known(
      schemas,
      { stated: within, sent: one, seen: other, pointer: joinPointer(pointer, name), depth: depth + 1 },
      lost,
    );
  if (Array.isArray(sent) && Array.isArray(seen) && sent.length === seen.length) {
    const applied = appliedSchemas(schemas, stated, sent);
    return (sent as readonly Json[]).map((item, index) =>
      below(appliedToItem(schemas, applied, index), index, item, (seen as readonly Json[])[index]),
    );
  }
  if (!isJsonObject(sent) || !isJsonObject(seen)) return sent;
  const applied = appliedSchemas(schemas, stated, sent);
  const dropped = lostMembers(schemas, applied, sent, seen).slice(0, MAX_LOST - lost.length);
  lost.push(...dropped.map((name) => joinPointer(pointer, name)));
  const kept = Object.entries(sent).filter(([name]) => !dropped.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      below(appliedToMember(schemas, applied, name), name, value, ownValue(seen, name)),
    ]),
  );
}

/**
 * The unknown members of a sent object that the caller did not receive. Empty if the received object has new members:
 * the members may then have been renamed.
 */
function lostMembers(
  schemas: SchemaSource,
  applied: readonly AppliedSchema[],
  sent: JsonObject,
  seen: JsonObject,
): readonly string[] {
  const isOpen =
    applied.some(({ schema }) => isJsonObject(ownValue(schema, 'properties'))) &&
    applied.every(({ schema }) => CLOSING.every((keyword) => ownValue(schema, keyword) === undefined));
  if (!isOpen || Object.keys(seen).some((name) => !Object.hasOwn(sent, name))) return [];
  return Object.keys(sent).filter(
    (name) => !Object.hasOwn(seen, name) && appliedToMember(schemas, applied, name).length === 0,
  );
}

/** Keywords which state that an object may have members that its schema does not name, or that it may not. */
const CLOSING = ['additionalProperties', 'unevaluatedProperties'] as const;
