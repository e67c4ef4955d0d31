import { sentSchemas } from '../../../contract/collections/envelope.js';
import type { ItemList } from '../../../contract/collections/collection.js';
import { listedPlace, listedSchemas, statedMembers } from '../../../contract/collections/reply-members.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import { type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { isEmptyValue } from '../../../contract/json/unset-value.js';
import type { SchemaUri } from '../../../contract/operation.js';
import type { Observation } from '../../../surfaces/observation.js';
import { differencesUnder } from '../../comparison.js';
import type { Violation } from '../../finding.js';
import { isAbsent, replyOf } from '../../reply.js';
import type { JsonDifference } from '../../values/json-difference.js';
import { orOmitted } from '../../values/omitted.js';
import { sameJson } from '../../values/same-json.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';
import { changesOf, createdItems, hasRemovedAbove } from '../evidence/item-changes.js';
import {
  type CreatedItem,
  createName,
  itemDifferences,
  itemViolation,
  readSchema,
  itemValue,
  replySchema,
  successValue,
} from '../evidence/item-values.js';
import { memberPlaces } from '../evidence/member-places.js';
import { isLostByRemoval } from '../evidence/listed-before.js';
import { mayBeHidden } from './hidden-by-action.js';
import {
  type Listed,
  type ReadList,
  elementsOfItem,
  listedCollection,
  listsPagedAlike,
  readList,
} from '../evidence/listed-elements.js';
import { selectsPart } from '../evidence/selected.js';

/** A list contains every item that was created, exactly once. */
export const listed: TrialRule = {
  id: 'state/listed',
  severity: 'must',
  statement: 'A list that is read to its end contains each item that was created earlier, exactly once.',
  details: [
    'The list may lack an item that the default of a filter does not select, such as a closed item if `state` has the default `open`.',
    'The item has the same values in the list and in the reply to its GET. Members that the service assigns are compared only if two GETs return equal values.',
    'A list below one item contains no item that was created below another item.',
  ],
  source:
    'the contract: the GET and the POST of the same path describe one collection; RFC 9110 §9.3.3 (a POST to a collection appends to it)',
  repair:
    'List every stored item once, even on the last page and directly after it was stored. Return its members as a GET of the item does.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    const known = listedCollection(context, trial.operation.id);
    const create = known?.collection.create;
    if (known?.list.id === undefined || create === undefined || selectsPart(trial, context)) return undefined;
    const checked = trial.observations.flatMap((observation) => {
      const created = createdItems(context.contract, observation);
      const made = created.filter((item) => item.create === create && !isGone(context, observation, item));
      const read = isFromStart(trial, observation, made) ? readList(known.list, observation) : undefined;
      return made.length === 0 || read === undefined ? [] : [{ observation, made, read }];
    });
    if (checked.length === 0) return undefined;
    return checked.flatMap(({ observation, made, read }) =>
      made.flatMap((item) =>
        isElsewhere(known.list, observation, item)
          ? foreignFaults(context, known.list, observation, item, read)
          : itemFaults(trial, context, known, observation, item, read),
      ),
    );
  },
};

/**
 * Whether the item was created with different path arguments from those of the list, for example below a different
 * parent.
 */
function isElsewhere(
  { operation }: ItemList,
  { case: own, earlier = [] }: Observation,
  { create, step }: CreatedItem,
): boolean {
  const made = earlier.find((each) => each.case.id === step);
  return operation.path === create.path && !sameJson(made?.case.input.path ?? {}, own.input.path ?? {});
}

/** The violation for a list below one parent that contains an item which was created below a different parent. */
function foreignFaults(
  context: TrialContext,
  list: ItemList,
  observation: Observation,
  item: CreatedItem,
  { elements }: ReadList,
): readonly Violation[] {
  const [foreign] = elementsOfItem(list, item, elements) ?? [];
  if (foreign === undefined) return [];
  const name = `an item that ${createName(item, observation.surface)} created at another path`;
  return [
    {
      surface: observation.surface,
      pointer: `/response/body${list.elements}`,
      blame: responder(context),
      cause: list.operation.id,
      expected: 'only items of its own path',
      kind: 'foreign-item',
      message: `${list.operation.id} contains ${name}.`,
      received: orOmitted(ownValue(foreign, list.id ?? '')),
    },
  ];
}

/**
 * Whether the list need not contain the item, because the item or an item above it was removed. If no operation reads
 * single items, the list also need not contain an item that was changed, or whose create was answered 202.
 */
function isGone(context: TrialContext, observation: Observation, item: CreatedItem): boolean {
  const changes = changesOf(context.contract, observation, item);
  if (hasRemovedAbove(context.contract, observation)) return true;
  if (changes.some(({ operation }) => operation.method === 'delete')) return true;
  return !isRead(context, item) && (changes.length > 0 || isPending(observation, item));
}

/** Whether the create of an item was answered 202, so that the item may not be stored yet (RFC 9110 §15.3.3). */
function isPending({ earlier = [] }: Observation, { step }: CreatedItem): boolean {
  const create = earlier.find((each) => each.case.id === step);
  return create !== undefined && replyOf(create)?.status === 202;
}

/** Whether the list was read from its first page on, and all of these items were created before. */
function isFromStart(trial: Trial, { earlier = [] }: Observation, created: readonly CreatedItem[]): boolean {
  return trial.case.feeds === undefined && created.every(({ step }) => earlier.some((each) => each.case.id === step));
}

function itemFaults(
  trial: Trial,
  context: TrialContext,
  { collection, list }: Listed,
  observation: Observation,
  item: CreatedItem,
  { elements, isWhole }: ReadList,
): readonly Violation[] {
  const found = elementsOfItem(list, item, elements);
  if (found === undefined) return [];
  const [element, again] = found;
  const isPaged = (observation.followed?.length ?? 0) > 0;
  const about = {
    surface: observation.surface,
    pointer: `/response/body${list.elements}`,
    blame: responder(context),
    cause: list.operation.id,
    expected: 'the created item once',
    // The cause may be the code that reads the paging parameters, which these lists share.
    ...(isPaged && { sharedBy: listsPagedAlike(context, list) }),
  } as const;
  const name = `an item that ${createName(item, observation.surface)} created before`;
  if (element === undefined)
    return isWhole &&
      !isLost(context, observation, item) &&
      !isLostByRemoval(context, { collection, list }, observation, item) &&
      !mayBeHidden(context, list, observation, item)
      ? [{ ...about, kind: 'not-listed', message: `${list.operation.id} does not list ${name}.`, received: 0 }]
      : [];
  if (again !== undefined)
    return [
      {
        ...about,
        kind: 'listed-twice',
        message: `${list.operation.id} lists ${name} more than once.`,
        received: found.length,
      },
    ];
  return otherValues(trial, context, list, observation, item, element);
}

/**
 * Whether an earlier call shows that the item was not stored: a read of it failed, or a change did not find it. A
 * different rule reports this. Other refused changes, such as an action that is called twice, do not show it.
 */
function isLost(context: TrialContext, { earlier = [] }: Observation, item: CreatedItem): boolean {
  const { operations } = context.contract;
  const isRefused = (step: Observation): boolean =>
    operations.find(({ id }) => id === step.case.operation)?.method !== 'get' && !isAbsent(replyOf(step)?.status);
  return earlier.some(
    (step) =>
      isReadOf(step, item) && replyOf(step) !== undefined && successValue(step) === undefined && !isRefused(step),
  );
}

function isReadOf({ case: read }: Observation, { step }: CreatedItem): boolean {
  return read.feeds?.some((feed) => feed.in === 'path' && feed.step === step) === true;
}

/** Whether the contract has an operation that reads the single item. */
function isRead({ collections = [] }: TrialContext, { create }: CreatedItem): boolean {
  return collections.some((collection) => collection.create === create && collection.read !== undefined);
}

function otherValues(
  trial: Trial,
  context: TrialContext,
  list: ItemList,
  observation: Observation,
  item: CreatedItem,
  element: ReadList['elements'][number],
): readonly Violation[] {
  const reply = replyOf(observation);
  const schema = reply && replySchema(trial.operation, reply);
  if (schema === undefined) return [];
  const { schemas } = context.contract;
  const stated = listedSchemas(schemas, schema, list);
  const read = (observation.earlier ?? []).findLast((step) => isReadOf(step, item));
  const value = read && itemValue(context.contract, read);
  // The listed element is compared with the read of the item. It is compared with the reply to the create only if the
  // contract has no read: otherwise a difference may come from storing the item.
  const expected = read === undefined && !isRead(context, item) ? item.value : value;
  const from = read === undefined ? createName(item, observation.surface) : read.case.operation;
  if (!isJsonObject(expected)) return [];
  const sent = itemDifferences(context, item, stated, expected, element);
  const made = settledDifferences(context, item, stated, observation, element);
  const others = made.filter(({ pointer }) => !sent.some((difference) => difference.pointer === pointer));
  const differences = [...sent, ...others, ...addedDifferences(context, item, read, element)];
  const placeOf = memberPlaces(
    schemas,
    [...sentSchemas(context.contract, item.create), ...stated],
    expected,
    differences,
  );
  return differences.map((difference) =>
    itemViolation(
      context,
      observation.surface,
      list.operation,
      `/response/body${listedPlace(list, '*')}`,
      `${list.operation.id} returns an item with a different value at ${difference.pointer} from the one that ${from} returned.`,
      difference,
      placeOf(difference.pointer),
    ),
  );
}

/**
 * The differences between a listed item and its last read, in members that have the same schema in both. The last two
 * reads must have had equal values in such a member. The list may leave out a member or its value.
 */
function settledDifferences(
  { contract }: TrialContext,
  item: CreatedItem,
  stated: readonly SchemaUri[],
  { earlier = [] }: Observation,
  element: JsonObject,
): readonly JsonDifference[] {
  const { schemas } = contract;
  const [before, last] = earlier.filter((step) => isReadOf(step, item)).slice(-2);
  const schema = last && readSchema(contract, last);
  if (before === undefined || last === undefined || schema === undefined) return [];
  const since = { ...last, earlier: earlier.slice(earlier.indexOf(before)) };
  const [one, other] = [before, last].map((step) => itemValue(contract, step));
  if (!isJsonObject(one) || !isJsonObject(other) || changesOf(contract, since, item).length > 0) return [];
  const [ofRead, ofList] = [statedMembers(schemas, [schema]), statedMembers(schemas, stated)];
  return Object.entries(element).flatMap(([name, value]) => {
    const shared = (ofList.get(name) ?? []).filter((uri) => ofRead.get(name)?.includes(uri));
    const expected = ownValue(other, name);
    if (shared.length === 0 || isEmptyValue(value) || !sameJson(expected, ownValue(one, name))) return [];
    return expected === undefined
      ? []
      : differencesUnder({ schemas, stated: shared }, expected, value, joinPointer('', name));
  });
}

/**
 * Empty values that a list returns for an item, although neither the reply to the create nor the last read has these
 * members. Only members that clients may send, and that the schema of the read has, are compared.
 */
function addedDifferences(
  { contract }: TrialContext,
  item: CreatedItem,
  read: Observation | undefined,
  element: JsonObject,
): readonly JsonDifference[] {
  const value = read && itemValue(contract, read);
  const schema = read && readSchema(contract, read);
  if (!isJsonObject(value) || schema === undefined) return [];
  const sendable = statedMembers(contract.schemas, sentSchemas(contract, item.create));
  const readable = statedMembers(contract.schemas, [schema]);
  return Object.entries(element).flatMap(([name, received]) =>
    isEmptyValue(received) &&
    received !== null &&
    sendable.has(name) &&
    readable.has(name) &&
    ![item.value, value].some((known) => ownValue(known, name) !== undefined)
      ? [{ pointer: joinPointer('', name), kind: 'unexpected' as const, expected: undefined, received }]
      : [],
  );
}
