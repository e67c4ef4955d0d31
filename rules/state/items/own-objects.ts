import { joinPointer, valueAt } from '../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject } from '../../../contract/json/json.js';
import { sameJson } from '../../values/same-json.js';
import type { AcceptedCreate } from '../evidence/accepted-creates.js';
import type { CreatedItem } from '../evidence/item-values.js';
import { isSign } from './changes/other-changed.js';

/**
 * An object in the reply to a create (`received`), and the object that an earlier create returned for an equal object
 * in its request (`expected`).
 */
export interface ObjectOfReply {
  readonly pointer: string;
  readonly expected: JsonObject;
  readonly received: JsonObject;
  /** Whether the object has the members of an earlier request. */
  readonly isLeaked: boolean;
}

/** The maximum depth of the compared objects, and the maximum number of compared objects. */
const MAX_DEPTH = 3;
const MAX_OBJECTS = 50;

/**
 * Finds the first object in a reply that has the members of an object in an earlier request, although its own request
 * omits these members. An earlier create must have returned a different object for an equal object: otherwise, the
 * members may be defaults. If there is no such object, the result is any compared object; `undefined` if no object
 * could be compared.
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
 * Whether an object of a reply has the members of an object in an earlier request that its own request lacks. The value
 * of at least one of these members must show its origin: it is a string, a number or a list of them, and the earlier
 * create with an equal object returned a different value.
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

/** The pointers to the objects in a value. */
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
