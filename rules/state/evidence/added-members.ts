import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { fromMembers } from '../../../contract/json/members.js';

/** The maximum depth at which added members are looked for. */
const MAX_DEPTH = 32;

/**
 * A sent value with the members that the service added to it, and to the objects in it, also in lists. The schema of a reply
 * may require members that a request omits, so it is applied to this value. If the service returned fewer elements, the
 * last one shows the members that it adds.
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
