import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import { replyJson } from '../../reply.js';
import type { Trial, TrialContext } from '../../rule.js';

/** An object with more members is not compared. */
const MOST_MEMBERS = 1000;

/**
 * Finds out why a service accepted an invalid body: it may have dropped some members of an object in the body before it
 * validated the body. Returns the pointer of the first such object, as in `/labels`: the reply lacks some of its
 * members, and the body is valid without them. `undefined` if there is no such object.
 */
export function objectWithDropped(
  { operation, case: { input } }: Trial,
  { contract: { schemas } }: TrialContext,
  reply: WireResponse,
): string | undefined {
  const schema = operation.requestBody?.content[0]?.schema;
  const { body } = input;
  const returned = replyJson(reply);
  if (schema === undefined || !isJsonObject(body) || !isJsonObject(returned)) return undefined;
  for (const [name, member] of Object.entries(body)) {
    const kept = keptMembers(member, ownValue(returned, name));
    if (kept !== undefined && schemas.forDirection('input').accepts(schema, { ...body, [name]: kept }))
      return joinPointer('', name);
  }
  return undefined;
}

/**
 * The members of a sent object that the returned object has too. `undefined` if the returned object has all of them, or
 * if one of the two values is not an object.
 */
function keptMembers(sent: Json, returned: Json | undefined): JsonObject | undefined {
  if (!isJsonObject(sent) || !isJsonObject(returned)) return undefined;
  const members = Object.entries(sent);
  if (members.length > MOST_MEMBERS) return undefined;
  const kept = members.filter(([name]) => Object.hasOwn(returned, name));
  return kept.length === members.length ? undefined : Object.fromEntries(kept);
}
