import { placeIn, replyEnvelope } from './envelope.js';
import { successSchema } from './reply-members.js';
import type { CaseInput } from '../case.js';
import type { Contract } from '../contract.js';
import { type Json, type JsonObject, isJsonObject } from '../json/json.js';
import { fromMembers } from '../json/members.js';
import { pointerTokens } from '../json/json-pointer.js';
import type { Operation } from '../operation.js';
import { isMergePatchType } from '../wire/message.js';

/** The maximum depth of the objects in a patch. */
const MAX_DEPTH = 32;

/**
 * Whether a merge patch (RFC 7396) may make the item invalid by the schema of the reply, although the patch is valid:
 * - an object in the patch lacks a member that the schema requires, and the item may not have this object yet;
 * - the patch removes a member that the schema requires, and that must not be null.
 */
export function mayMakeInvalid(contract: Contract, operation: Operation, { body, mediaType }: CaseInput): boolean {
  const type = mediaType ?? operation.requestBody?.content[0]?.mediaType;
  const schema = successSchema(operation);
  if (operation.method !== 'patch' || !isMergePatchType(type) || schema === undefined || !isJsonObject(body))
    return false;
  const place = placeIn(replyEnvelope(contract, operation, schema));
  const violations = (item: JsonObject): readonly string[] => {
    const whole = pointerTokens(place).reduceRight<Json>((value, name) => ({ [name]: value }), item);
    return contract.schemas.validate(schema, whole).map(({ pointer }) => pointer);
  };
  const merged = withoutNulls(body);
  // The item has the other members already, so violations of the whole item do not count.
  const isInside = (pointer: string): boolean => pointer.startsWith(`${place}/`);
  const missing = (found: readonly string[]): number => found.filter((pointer) => pointer === place).length;
  const found = violations(merged);
  return (
    found.some(isInside) ||
    Object.keys(body).some((name) => {
      const withNull = body[name] === null ? violations({ ...merged, [name]: null }) : found;
      return withNull.some(isInside) && missing(withNull) < missing(found);
    })
  );
}

function withoutNulls(patch: JsonObject, depth = 0): JsonObject {
  return fromMembers(
    Object.entries(patch).flatMap(([name, value]) => {
      if (value === null) return [];
      return [[name, isJsonObject(value) && depth < MAX_DEPTH ? withoutNulls(value, depth + 1) : value] as const];
    }),
  );
}
