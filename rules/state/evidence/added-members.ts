import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { fromMembers } from '../../../contract/json/members.js';

/** The maximum depth at which added members are searched. */
const MAX_DEPTH = 32;

/**
 * The sent value with the members that the service added, at any depth. The schema of the reply is applied to this
 * value, because the schema may require members that the request omits. If the service returned fewer elements, the
 * last element shows which members the service adds.
 */
export function withAdditions(sent: Json, received: Json | undefined, depth = 0): Json {
  if (Array.isArray(sent) && Array.isArray(received) && depth <= MAX_DEPTH)
    return sent.map((element: Json, index) =>
      withAdditions(element, received[Math.min(index, received.length - 1)] as Json | undefined, depth + 1),
    );
  if (!isJsonObject(sent) || !isJsonObject(received) || depth > MAX_DEPTH) return sent;
  const own = Object.entries(sent).map(
    ([name, value]) => [name, withAdditions(value, ownValue(received, name), depth + 1)] as const,
  );
  return fromMembers([...Object.entries(received).filter(([name]) => !Object.hasOwn(sent, name)), ...own]);
}
