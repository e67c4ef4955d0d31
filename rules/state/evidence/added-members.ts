import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { fromMembers } from '../../../contract/json/members.js';

/** The maximum depth at which members are added. */
const MAX_DEPTH = 32;

/**
 * The sent value, completed with the members that the service added to it, at any depth. The completed value can be
 * validated against the schema of the reply, which may require members that the request does not have. If the service
 * returned fewer elements of a list, each missing element is completed like the last returned one.
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
