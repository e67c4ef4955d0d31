import type { Contract } from '../../../contract/contract.js';
import { isValidInput } from '../../../contract/inputs/input-violations.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { fromMembers } from '../../../contract/json/members.js';
import type { Operation } from '../../../contract/operation.js';
import { isMergePatchType } from '../../../contract/wire/message.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { ItemChanged } from './item-changes.js';
import { sameJson } from '../../values/same-json.js';

/** The maximum depth of merged objects. Deeper objects are compared as a whole. */
const MAX_DEPTH = 32;

/** Whether the request of a call is a JSON merge patch (RFC 7396). */
export function isMergePatch({ method, requestBody }: Operation, { case: { input } }: Observation): boolean {
  const type = input.mediaType ?? requestBody?.content[0]?.mediaType;
  return method === 'patch' && isMergePatchType(type);
}

/**
 * Whether the service accepted a change with an invalid value. The service may then store any value, and a different
 * rule reports the accepted change. Null in a merge patch is not invalid, because it removes a member.
 */
export function isInvalidChange(contract: Contract, { operation, observation }: ItemChanged): boolean {
  return !isMergePatch(operation, observation) && !isValidInput(contract, operation, observation.case.input);
}

/**
 * The members that a merge patch names, with the values that they must have after it (RFC 7396 §2). Members that the
 * patch removes are left out.
 */
export function mergedMembers(before: Json, patch: JsonObject, depth = 0): JsonObject {
  return fromMembers(
    Object.entries(patch).flatMap(([name, to]) => {
      if (to === null) return [];
      if (!isJsonObject(to) || depth > MAX_DEPTH) return [[name, to] as const];
      const own = ownValue(before, name);
      const kept = isJsonObject(own) ? Object.entries(own).filter(([known]) => !Object.hasOwn(to, known)) : [];
      const merged = mergedMembers(own ?? null, to, depth + 1);
      return [[name, fromMembers([...kept, ...Object.entries(merged)])] as const];
    }),
  );
}

/**
 * Pointers to members that still exist although a merge patch sets them to null. For a key of a map, any remaining
 * value counts. Any other member counts only if its value is unchanged: a service may store a value such as an empty
 * text in place of null.
 */
export function keptMembers(
  before: Json,
  patch: JsonObject,
  after: Json,
  isEntry: (pointer: string) => boolean,
  at = '',
  depth = 0,
): readonly string[] {
  return Object.entries(patch).flatMap(([name, to]) => {
    const [had, has] = [ownValue(before, name), ownValue(after, name)];
    const pointer = joinPointer(at, name);
    if (to === null) {
      const isHad = had !== undefined && had !== null && has !== undefined && has !== null;
      return isHad && (sameJson(had, has) || isEntry(pointer)) ? [pointer] : [];
    }
    const isNested = isJsonObject(to) && isJsonObject(had) && isJsonObject(has) && depth <= MAX_DEPTH;
    return isNested ? keptMembers(had, to, has, isEntry, pointer, depth + 1) : [];
  });
}
