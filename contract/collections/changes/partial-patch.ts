import { changeKind } from '../change-kind.js';
import { placeIn, replyEnvelope, sentItem } from '../envelope.js';
import { MAX_PATCH_DEPTH, objectsWithLimits } from '../../inputs/patch-limits.js';
import { schemasAt, successSchema } from '../reply-members.js';
import type { CaseInput } from '../../case.js';
import type { Contract } from '../../contract.js';
import { type Json, type JsonObject, isJsonObject } from '../../json/json.js';
import { fromMembers } from '../../json/members.js';
import { pointerTokens } from '../../json/json-pointer.js';
import type { Operation, SchemaUri } from '../../operation.js';
import { isJsonMediaType, isMergePatchType } from '../../wire/message.js';

/**
 * Pointers to the objects in the body of a valid patch that may make the item invalid under its schema. An object may
 * do so in each of these cases:
 * - the patch is a merge patch (RFC 7396), the object lacks a member that the schema requires, and the item may not yet
 *   have this object;
 * - the merge patch removes a member that the schema requires, and that must not be null;
 * - the schema of the object has a keyword that concerns several members together, such as `maxProperties`.
 */
export function mayMakeInvalid(contract: Contract, operation: Operation, input: CaseInput): readonly string[] {
  const { body, mediaType } = input;
  const type = mediaType ?? operation.requestBody?.content[0]?.mediaType;
  if (changeKind(contract, operation) !== 'modify' || type === undefined || !isJsonMediaType(type)) return [];
  const item = sentItem(contract, operation, body);
  if (!isJsonObject(item)) return [];
  const isMerge = isMergePatchType(type);
  return itemSchemas(contract, operation).flatMap(({ schema, place }) => {
    const missing = isMerge && mayLackRequired(contract, schema, place, item) ? [''] : [];
    const whole = schemasAt(contract.schemas, schema, place);
    return [...missing, ...objectsWithLimits(contract, whole, item, isMerge)];
  });
}

/** A schema of a reply, and the pointer to the item in a reply with this schema. */
interface ItemSchema {
  readonly schema: SchemaUri;
  readonly place: string;
}

/** The schemas of the item: those of the replies to the patch and to a read at the same path. */
function itemSchemas(contract: Contract, operation: Operation): readonly ItemSchema[] {
  const read = contract.operations.find(({ method, path }) => method === 'get' && path === operation.path);
  return [operation, ...(read === undefined ? [] : [read])].flatMap((from) => {
    const schema = successSchema(from);
    return schema === undefined ? [] : [{ schema, place: placeIn(replyEnvelope(contract, from, schema)) }];
  });
}

function mayLackRequired({ schemas }: Contract, schema: SchemaUri, place: string, body: JsonObject): boolean {
  const violations = (item: JsonObject): readonly string[] => {
    const whole = pointerTokens(place).reduceRight<Json>((value, name) => ({ [name]: value }), item);
    return schemas.validate(schema, whole).map(({ pointer }) => pointer);
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
      return [[name, isJsonObject(value) && depth < MAX_PATCH_DEPTH ? withoutNulls(value, depth + 1) : value] as const];
    }),
  );
}
