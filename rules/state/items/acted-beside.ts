import { listedPlace } from '../../../contract/collections/reply-members.js';
import { plainName } from '../../../contract/plain-name.js';
import { sentItem } from '../../../contract/collections/envelope.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { type TrialContext, responder } from '../../rule.js';
import { orOmitted } from '../../values/omitted.js';
import { sameJson } from '../../values/same-json.js';
import { changesOf, createdItems, isMade, itemOf, readsOf } from '../evidence/item-changes.js';
import { type CreatedItem, itemValue } from '../evidence/item-values.js';
import { isEqualCall } from '../evidence/listed-before.js';
import { type Listed, elementsOfItem, listedCollection, readList } from '../evidence/listed-elements.js';
import { areRelated, knownOf } from '../evidence/related-items.js';
import { TIME } from './acted-members.js';

/** An action on an item, and the item before and after it. */
interface Acted {
  readonly operation: Operation;
  readonly call: Observation;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/**
 * A second item, on which nothing was called. `reads`: its values in the last two reads before the action. `after`: its
 * value after the action.
 */
interface Beside {
  readonly id: Json;
  readonly reads: readonly [JsonObject, JsonObject];
  readonly after: JsonObject;
  /** The pointer to the second item in the reply. */
  readonly at: string;
}

/**
 * The violation for an action, such as `POST /orders/{id}/cancel`, that changes a second item in the same way as its
 * own item, or in place of its own item. `undefined` if there was no such action, or if the contract permits the action
 * to change several items.
 */
export function actedBesideFaults(
  read: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const item = itemOf(context.contract, observation);
  const listed = item === undefined ? listedCollection(context, read.id) : undefined;
  const create = item?.create ?? listed?.collection.create;
  const acted = create && lastActed(create, context, observation);
  if (acted === undefined || mayChangeOthers(acted.operation)) return undefined;
  const others =
    listed === undefined
      ? besideRead(context, observation, acted, item)
      : besideListed(context, observation, acted, listed);
  const unrelated = others.filter(
    ({ id, reads: [, before] }) => !areRelated({ ids: [id], values: [before] }, actedItem(context, acted)),
  );
  if (unrelated.length === 0) return undefined;
  for (const other of unrelated) {
    const fault = faultOf(context, acted, other);
    if (fault !== undefined) return [violation(read, context, observation, acted, other, fault)];
  }
  return [];
}

/**
 * The last action that the sequence called on a created item. `undefined` if any other call changed an item of this
 * kind.
 */
function lastActed(create: Operation, context: TrialContext, observation: Observation): Acted | undefined {
  const { contract, collections = [] } = context;
  const { earlier = [] } = observation;
  const actions = collections.find((each) => each.create === create)?.actions ?? [];
  const items = createdItems(contract, observation).filter((item) => item.create === create);
  const changes = items.flatMap((item) => changesOf(contract, observation, item).map((change) => ({ item, change })));
  const [only, ...more] = changes;
  if (only === undefined || more.length > 0 || !isMade(only.change)) return undefined;
  const { operation, observation: call } = only.change;
  if (!actions.some((action) => action.operation === operation)) return undefined;
  const at = earlier.indexOf(call);
  const [before] = readsOf(contract, earlier.slice(0, at), only.item).slice(-1);
  const [after] = readsOf(contract, earlier.slice(at + 1), only.item);
  return isJsonObject(before?.value) && isJsonObject(after?.value)
    ? { operation, call, before: before.value, after: after.value }
    : undefined;
}

/** What is known about the item of an action: its values, and the identifiers in the request of the action. */
function actedItem({ contract }: TrialContext, { operation, call, before }: Acted): ReturnType<typeof knownOf> {
  return knownOf(call, [before, sentItem(contract, operation, call.case.input.body) ?? null]);
}

/** The second item that this call reads, if it was also read twice before the action. */
function besideRead(
  { contract }: TrialContext,
  observation: Observation,
  { call }: Acted,
  item: CreatedItem | undefined,
): readonly Beside[] {
  const { earlier = [] } = observation;
  const after = itemValue(contract, observation);
  if (item === undefined || !isJsonObject(after)) return [];
  const values = readsOf(contract, earlier.slice(0, earlier.indexOf(call)), item).map(({ value }) => value);
  const [one, other] = values.slice(-2);
  const isOwn = changesOf(contract, observation, item).length > 0;
  const [id = null] = Object.values(observation.case.input.path ?? {}).slice(-1);
  return isOwn || !isJsonObject(one) || !isJsonObject(other)
    ? []
    : [{ id, reads: [one, other], after, at: '/response/body' }];
}

/**
 * The second items in a list: elements that the sequence did not create, and that the last two equal calls before the
 * action returned too.
 */
function besideListed(
  { contract }: TrialContext,
  observation: Observation,
  { call }: Acted,
  { list }: Listed,
): readonly Beside[] {
  const { earlier = [] } = observation;
  const calls = earlier.slice(0, earlier.indexOf(call)).filter((step) => isEqualCall(step, observation));
  const [one, other, now] = [...calls.slice(-2), observation].map((step) => readList(list, step)?.elements);
  const { id: name } = list;
  if (one === undefined || other === undefined || now === undefined || name === undefined) return [];
  const created = createdItems(contract, observation);
  const own = new Set(created.flatMap((item) => elementsOfItem(list, item, now) ?? []));
  const [first, second] = [one, other].map(
    (elements) => new Map(elements.map((element) => [JSON.stringify(ownValue(element, name)), element])),
  );
  return now.flatMap((after) => {
    const id = ownValue(after, name) ?? null;
    const [a, b] = [first, second].map((known) => known?.get(JSON.stringify(id)));
    return a === undefined || b === undefined || own.has(after)
      ? []
      : [{ id, reads: [a, b] as const, after, at: `/response/body${listedPlace(list, '*')}` }];
  });
}

interface Fault {
  readonly kind: 'other-acted' | 'acted-in-place';
  readonly name: string;
}

/** The first member of a second item that the action changed. */
function faultOf(
  { contract }: TrialContext,
  acted: Acted,
  { reads: [first, before], after }: Beside,
): Fault | undefined {
  const sent = sentItem(contract, acted.operation, acted.call.case.input.body) ?? null;
  const isChanged = (name: string): boolean => !sameJson(ownValue(before, name), ownValue(after, name));
  const isSettled = (name: string): boolean => sameJson(ownValue(first, name), ownValue(before, name));
  const names = Object.keys(after).filter((name) => isChanged(name) && isSettled(name) && !isOfReference(name, after));
  if (sameJson(acted.before, acted.after)) {
    const name = names.find((each) => isSign(ownValue(after, each)) && isSign(ownValue(before, each)));
    return name === undefined ? undefined : { kind: 'acted-in-place', name };
  }
  const isAlike = (name: string): boolean => {
    const [old, now] = [ownValue(acted.before, name), ownValue(acted.after, name)];
    const isSent = typeof now === 'number' && sameJson(ownValue(sent, name), now);
    return !sameJson(old, now) && sameJson(now, ownValue(after, name)) && (isSign(now) || isSent);
  };
  const name = names.find(isAlike);
  return name === undefined ? undefined : { kind: 'other-acted', name };
}

/**
 * Whether a new value shows that an action changed the member: it is a boolean, or a text that is not a time. Times and
 * numbers also change without an action.
 */
function isSign(value: Json | undefined): boolean {
  return typeof value === 'boolean' || (typeof value === 'string' && value !== '' && !TIME.test(value));
}

/**
 * Whether a member states something about a different resource to which its item refers, as `match_state` does in an
 * item with `match_id`. A change of that resource changes the member in all items that refer to it.
 */
function isOfReference(name: string, item: JsonObject): boolean {
  return Object.keys(item).some((each) => {
    const reference = /^(.+?)[-_]?(?:id|ref|uuid|number|key)$/i.exec(each)?.[1];
    return each !== name && reference !== undefined && plainName(name).startsWith(plainName(reference));
  });
}

/**
 * Matches words with which a text states that an action changes several items, such as `all items`, `other orders` or
 * `the whole group`.
 */
const OTHERS =
  /\b(?:all|an(?:y|other)|both|each|every|others?|related|linked|siblings?|group|batch|bulk|whole|entire|together|cascad\w*|also|same|previous|next|remaining|rest|default|primary|children|parents?|swap\w*|merg\w*|transfer\w*|mov(?:e|ing))\b/i;

/** Whether the texts or the name of an action show that it changes more than one item. */
function mayChangeOthers({ id, summary, description, path }: Operation): boolean {
  const words = `${id} ${path}`.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[^A-Za-z]+/g, ' ');
  return [words, summary, description].some((text) => OTHERS.test(text));
}

function violation(
  { id: reader }: Operation,
  context: TrialContext,
  { surface }: Observation,
  { operation: { id } }: Acted,
  { reads: [, before], after, at }: Beside,
  { kind, name }: Fault,
): Violation {
  const pointer = joinPointer('', name);
  const message =
    kind === 'other-acted'
      ? `${id} was called on one item, but ${reader} returns the new value at ${pointer} for a different item, too.`
      : `${id} was called on one item and did not change it, but ${reader} returns a new value at ${pointer} of a different item.`;
  return {
    surface,
    pointer: `${at}${pointer}`,
    kind,
    message,
    expected: orOmitted(ownValue(before, name)),
    received: ownValue(after, name) ?? null,
    blame: responder(context),
    cause: id,
    place: id,
  };
}
