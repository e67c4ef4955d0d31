import { sentItem, sentSchemas } from '../../../contract/collections/envelope.js';
import { statedMembers } from '../../../contract/collections/reply-members.js';
import type { Contract } from '../../../contract/contract.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { isUnsetValue } from '../../../contract/json/unset-value.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { mayBeHidden } from '../../../contract/schema/schema-direction.js';
import { schemaTypes } from '../../../contract/wire/decode-value.js';
import type { TrialContext } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import type { ItemChanged } from '../evidence/item-changes.js';
import { lostElements } from './acted-elements.js';

/** An item at several times: before an action, in the reply to the action, and in a read after the action. */
export interface ActionResult {
  readonly action: ItemChanged;
  readonly reads: readonly JsonObject[];
  readonly returned: JsonObject;
  readonly after: JsonObject;
  /** True if `after` is the first read of the item since the action. */
  readonly isNext: boolean;
  /** The schema of the item in the reply to the read after the action. */
  readonly shown: SchemaUri;
  /** The id of the operation that reads the item. */
  readonly read: string;
  /** The item in the request of its create. */
  readonly sent: Json | undefined;
}

interface ActedMember {
  readonly name: string;
  readonly expected: Json | undefined;
  readonly received: Json | undefined;
}

/** A member in which the reply to an action and the next read of the item contradict each other. */
export interface ResultFault extends ActedMember {
  readonly kind: 'not-stored' | 'old-item-returned' | 'request-not-stored' | 'elements-lost';
  readonly message: string;
}

/**
 * Finds the first member in which an action, its reply and the next read of the item contradict each other. `result`:
 * an action that the service accepted, with the item before and after it.
 */
export function resultFault(context: TrialContext, result: ActionResult): ResultFault | undefined {
  const { id } = result.action.operation;
  const { read } = result;
  const lost = notStored(result);
  if (lost !== undefined) {
    const message = `${id} returned a changed value at ${joinPointer('', lost.name)}, but ${read} returns the value from before the action.`;
    return { ...lost, kind: 'not-stored', message };
  }
  const old = oldMember(result);
  if (old !== undefined) {
    const message = `${id} returned the item as it was before the action, but ${read} returns a new value at ${joinPointer('', old.name)}.`;
    return { ...old, kind: 'old-item-returned', message };
  }
  const part = lostElements(result.action.operation, result.sent, result.reads.at(-1) ?? {}, result.after);
  if (part !== undefined) {
    const { name, before, after } = part;
    const message = `${read} returns ${after.length} of the ${before.length} elements at ${joinPointer('', name)} after ${id}. The description of ${id} does not name these elements.`;
    return { kind: 'elements-lost', name, expected: before, received: after, message };
  }
  const unstored = unstoredMember(context, result);
  if (unstored === undefined) return undefined;
  const message = `The request of ${id} sets ${joinPointer('', unstored.name)} of the item, but neither the reply nor ${read} returns this member.`;
  return { ...unstored, kind: 'request-not-stored', message };
}

/**
 * The first member that has a new value in the reply to the action, but its old value in the read after it, so that the
 * action was not stored.
 */
function notStored({ reads, after, returned }: ActionResult): ActedMember | undefined {
  const before = reads.at(-1) ?? {};
  return Object.keys(returned)
    .map((name) => ({ name, received: ownValue(before, name), expected: ownValue(returned, name) }))
    .find(({ name, received, expected }) => !sameJson(received, expected) && sameJson(received, ownValue(after, name)));
}

/** Matches a date or a date-time. Times in an item may change without an action. */
export const TIME = /^\d{4}-\d\d-\d\d(?:[Tt ]|$)/;
/**
 * Matches names of states that end by themselves. An item that is `pending` may soon be `ready`, without any action.
 */
const PASSING = /ing$|pending|queued|scheduled|submitted|requested|accepted/i;

/**
 * The first member that the action changed, although the reply to the action shows the whole item unchanged.
 * `undefined` if the reply shows any change: the service may then continue the action after its reply.
 */
function oldMember({ action, reads, returned, after, isNext }: ActionResult): ActedMember | undefined {
  const [before = {}, last = {}] = reads.slice(-2);
  if (reads.length < 2 || !sameJson(before, last)) return undefined;
  const isOld = Object.keys(returned).every((name) => sameJson(ownValue(returned, name), ownValue(last, name)));
  const changed = Object.keys(returned)
    .map((name) => ({ name, expected: ownValue(after, name), received: ownValue(returned, name) }))
    .filter(({ expected, received }) => !sameJson(expected, received));
  const mayPass = changed.some(({ received }) => typeof received === 'string' && PASSING.test(received));
  const { body } = action.observation.case.input;
  const isDone = !mayPass || (isNext && changed.some(({ expected }) => showsRequest(body, expected, last)));
  return isOld && isDone ? changed.find(isSign) : undefined;
}

/**
 * The minimum number of characters of a text that is compared, because an item may contain a shorter text by chance.
 * `MOST_TEXTS` is the maximum number of compared texts.
 */
const LEAST_TEXT = 3;
const MOST_TEXTS = 100;

/**
 * Whether the new value of a member contains a text of the request that the item did not contain before. The member
 * then shows that the action was performed.
 */
function showsRequest(body: Json | undefined, expected: Json | undefined, before: JsonObject): boolean {
  const old = new Set(textsIn(before));
  const sent = new Set(textsIn(body).filter((text) => text.length >= LEAST_TEXT && !old.has(text)));
  return textsIn(expected).some((text) => sent.has(text));
}

/** The texts in a value, at any depth; at most `MOST_TEXTS`. */
function textsIn(value: Json | undefined): readonly string[] {
  const texts: string[] = [];
  const open: (Json | undefined)[] = [value];
  for (let next = open.pop(); texts.length < MOST_TEXTS && next !== undefined; next = open.pop()) {
    if (typeof next === 'string') texts.push(next);
    else if (typeof next === 'object' && next !== null) open.push(...Object.values(next));
  }
  return texts;
}

/**
 * Whether a new value shows that the action changed the member. Times and numbers, such as counters, also change
 * without an action.
 */
function isSign({ expected, received }: ActedMember): boolean {
  const isTime = [expected, received].some((value) => typeof value === 'string' && TIME.test(value));
  return !isTime && [expected, received].some((value) => typeof value === 'string' || typeof value === 'boolean');
}

/**
 * The first member that the action sets by its request, and that is neither in the reply nor in the next read, although
 * the schema of the item has it. Only the action can set it: no other operation that changes items has it in its
 * request.
 */
function unstoredMember(
  { contract, collections = [] }: TrialContext,
  { action, reads, returned, after, shown }: ActionResult,
): ActedMember | undefined {
  const sent = sentItem(contract, action.operation, action.observation.case.input.body);
  // An action on a part of the item is not judged, because its members may have the names of members of the item.
  if (!isJsonObject(sent) || action.operation.method !== 'post') return undefined;
  const { schemas } = contract;
  const own = collections.find(({ actions = [] }) => actions.some(({ operation }) => operation === action.operation));
  const writers = [own?.create, ...(own?.changes ?? []).map(({ operation }) => operation)].filter((each) => !!each);
  const isSettable = (name: string): boolean =>
    writers.some((writer) => statedMembers(schemas, sentSchemas(contract, writer)).has(name));
  const members = statedMembers(schemas, [shown]);
  const asked = statedMembers(schemas, sentSchemas(contract, action.operation));
  const isMissing = (name: string): boolean => [...reads, returned, after].every((item) => !Object.hasOwn(item, name));
  const name = Object.keys(sent).find(
    (each) =>
      !isUnsetValue(ownValue(sent, each) ?? null) &&
      isMissing(each) &&
      !isSettable(each) &&
      isSameMember(contract, asked.get(each), members.get(each)),
  );
  return name === undefined ? undefined : { name, expected: ownValue(sent, name), received: undefined };
}

/**
 * Whether a member of a request and a member of an item with the same name have the same types, and replies may contain
 * it.
 */
function isSameMember(
  { schemas }: Contract,
  sent: readonly SchemaUri[] = [],
  shown: readonly SchemaUri[] = [],
): boolean {
  const types = (uris: readonly SchemaUri[]): string =>
    [...new Set(uris.flatMap((uri) => [...(schemaTypes(schemas, uri) ?? [])]))].toSorted().join();
  const isHidden = [...sent, ...shown].some((uri) => mayBeHidden(schemas, [uri], undefined, 'output'));
  return !isHidden && types(shown) !== '' && types(sent) === types(shown);
}
