import { joinPointer, valueAt } from '../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject } from '../../../contract/json/json.js';
import { sameJson } from '../../values/same-json.js';
import type { AcceptedCreate } from '../evidence/accepted-creates.js';
import type { CreatedItem } from '../evidence/item-values.js';
import { isSign } from './changes/other-changed.js';

/**
 * An object in the reply to a create (`received`), and the object in the reply to an earlier create that had sent an
 * equal object (`expected`).
 */
export interface ObjectOfReply {
  readonly pointer: string;
  readonly expected: JsonObject;
  readonly received: JsonObject;
  /** Whether the received object has members that come from a different, earlier request. */
  readonly isLeaked: boolean;
}

/** The maximum depth at which objects are compared. `MAX_OBJECTS` is the maximum number of compared objects. */
const MAX_DEPTH = 3;
const MAX_OBJECTS = 50;

/**
 * Finds the first object in a reply that has members of an earlier request which its own request omits. An earlier
 * create with an equal object must have returned a different object, so that these members are not defaults. If there
 * is no such object, the result is the first object that could be compared, or `undefined` if there is none.
 */
export function leakedObject(
  { sent, returned }: AcceptedCreate,
  before: readonly CreatedItem[],
): ObjectOfReply | undefined {
  const compared = pointersOf(sent).flatMap((pointer) => {
    const [given, received] = [valueAt(sent, pointer), valueAt(returned, pointer)];
    if (!isJsonObject(given) || !isJsonObject(received)) return [];
    const equal = before.find((item) => sameJson(valueAt(item.sent, pointer) ?? null, given));
    const expected = equal && valueAt(equal.value, pointer);
    if (!isJsonObject(expected)) return [];
    const isLeaked = before.some((item) => isFrom({ given, received, expected }, valueAt(item.sent, pointer)));
    return [{ pointer, expected, received, isLeaked }];
  });
  return compared.find(({ isLeaked }) => isLeaked) ?? compared[0];
}

/**
 * Whether an object in a reply has the members that an object of an earlier request has and its own request lacks. At
 * least one of them must be specific: a string, a number or a list of them, and different from the value that the
 * earlier create with an equal object returned.
 */
function isFrom(
  { given, received, expected }: Pick<ObjectOfReply, 'received' | 'expected'> & { readonly given: JsonObject },
  earlier: Json | undefined,
): boolean {
  const further = Object.entries(isJsonObject(earlier) ? earlier : {}).filter(([name]) => !Object.hasOwn(given, name));
  const isTaken = ([name, value]: readonly [string, Json]): boolean =>
    Object.hasOwn(received, name) && sameJson(received[name] ?? null, value);
  const isOther = ([name, value]: readonly [string, Json]): boolean =>
    isSign(value) && !(Object.hasOwn(expected, name) && sameJson(expected[name] ?? null, value));
  return further.every(isTaken) && further.some(isOther);
}

/** Pointers to the objects in an object, down to `MAX_DEPTH`; empty for any other value. */
function pointersOf(value: Json, at = '', depth = 1): readonly string[] {
  if (!isJsonObject(value) || depth > MAX_DEPTH) return [];
  return Object.entries(value)
    .filter(([, member]) => isJsonObject(member))
    .slice(0, MAX_OBJECTS)
    .flatMap(([name, member]) => {
      const pointer = joinPointer(at, name);
      return [pointer, ...pointersOf(member, pointer, depth + 1)];
    })
    .slice(0, MAX_OBJECTS);
}
