import type { ItemList } from '../../../contract/collections/collection.js';
import { statesRemovalOf } from '../../../contract/collections/changes/stated-removal.js';
import type { Operation } from '../../../contract/operation.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import { createdByPut, documentsStatus } from '../../../contract/documented-responses.js';
import { documentsNotFound } from '../../../contract/inputs/identifiers.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import type { Violation } from '../../finding.js';
import { isAbsent, replyOf } from '../../reply.js';
import { REAL_SERVICE, type TrialContext, type TrialRule, judgedEach, responder } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { type EarlierCall, earlierCalls } from '../evidence/earlier-calls.js';
import { createdItems } from '../evidence/item-changes.js';
import { successValue } from '../evidence/item-values.js';
import { elementsOf } from '../evidence/listed-elements.js';
import { referrerFaults } from './referring-items.js';
import { selectedList } from '../evidence/selected.js';
import { isEqualPath, lastSegment, parentPath } from '../../../contract/path-relations.js';

/** After an item was removed, the items below it, such as the lines of an order, are neither listed nor found. */
export const removedParent: TrialRule = {
  id: 'state/removed-parent',
  severity: 'must',
  statement:
    'This rule applies after a successful DELETE of an item (other than 202), if a GET no longer finds the item. A list below the item is then not found, if the contract documents 404 for the list.',
  details: [
    'If the contract does not document 404 for the list, the list contains none of its earlier elements unchanged.',
    'If the list is not found or empty, a GET of an element of this list is answered with the documented 404, and does not return the unchanged element.',
    'Lists of what happened to the item are not judged, such as its versions and its history.',
    'Items that a PUT creates below the removed item are judged even if the contract has no list of them.',
    'A GET at a fixed path below the item does not return the same value as before, if the contract documents 404 for it and does not state that anything is kept.',
    'If the path of the GET does not contain the removed item, the GET is judged only if the description of the DELETE states that the DELETE also removes these items.',
    'An item whose body refers to the removed item, such as a review of a product, is not found either, if the description of the DELETE states that the DELETE also removes such items.',
  ],
  source: 'RFC 9110 §9.3.5 and §15.5.5; the contract: 404 of the GET; the replies of the service contradict each other',
  repair:
    'When an item is removed, also remove the items below it, or check that all parents in the path exist before an item or a list is returned.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) => {
    const { operation } = trial;
    if (operation.method !== 'get') return undefined;
    const isItem = lastSegment(operation.path).endsWith('}') || isChangedAt(context, operation);
    const list = isItem ? undefined : selectedList(context, operation)?.list;
    if (list !== undefined) return judgedEach(trial, (observation) => listFaults(list, context, observation));
    return documentsNotFound(operation)
      ? judgedEach(
          trial,
          (observation) => referrerFaults(operation, context, observation) ?? faultsOf(operation, context, observation),
        )
      : undefined;
  },
};

/**
 * Whether the contract has a PUT or a PATCH at the path of this GET. The reply is then a resource of its own, and a
 * list in it is only a part of that resource.
 */
function isChangedAt({ contract: { operations } }: TrialContext, { path }: Operation): boolean {
  return operations.some((each) => each.path === path && (each.method === 'put' || each.method === 'patch'));
}

/** The DELETE of an item, and the calls of the sequence before and after it. */
interface Removal {
  readonly removal: EarlierCall;
  readonly before: readonly EarlierCall[];
  readonly after: readonly EarlierCall[];
}

/**
 * The last DELETE of the item at a path such as `/orders/{id}`. Each path argument of the DELETE must have the value
 * that it has in `within`, so that it is the same item. `undefined` if there was no such DELETE, if no later GET shows
 * that the item is gone, or if a later call may have changed something.
 */
function removalAt(
  path: string,
  context: TrialContext,
  observation: Observation,
  within = pathOf(observation),
): Removal | undefined {
  const calls = earlierCalls(context.contract, observation);
  const removal = calls.findLast((call) => isRemovalAt(call, path, within));
  if (removal === undefined) return undefined;
  const [before, after] = [calls.slice(0, calls.indexOf(removal)), calls.slice(calls.indexOf(removal) + 1)];
  const isChanged = after.some(({ operation: { method } }) => method !== 'get');
  const isGone = after.some((call) => isReadAt(call, removal.operation.path, within) && isAbsent(call.status));
  return isChanged || !isGone ? undefined : { removal, before, after };
}

/**
 * Names of lists of what happened to an item, such as its versions. Such a list may still exist after the item was
 * removed.
 */
const OF_THE_PAST =
  /^_?(?:histor(?:y|ies)|versions?|revisions?|change[-_]?log|changes|audit(?:[-_]?(?:log|trail|events))?)$/i;

/** The violations of a list below a removed item, such as the lines of a removed order. */
function listFaults(list: ItemList, context: TrialContext, observation: Observation): readonly Violation[] | undefined {
  const { operation, elements } = list;
  if (OF_THE_PAST.test(lastSegment(operation.path))) return undefined;
  const found = removalAt(parentPath(operation.path), context, observation);
  const reply = replyOf(observation);
  const known = found?.before
    .filter((call) => isReadAt(call, operation.path, pathOf(observation)))
    .map((call) => elementsOf(list, successValue(call.observation)) ?? [])
    .findLast((listed) => listed.length > 0);
  if (found === undefined || reply === undefined || known === undefined) return undefined;
  const listed = elementsOf(list, successValue(observation));
  const kept = (listed ?? []).filter((element) => known.some((earlier) => sameJson(earlier, element)));
  const removal = found.removal.operation.id;
  const about = { surface: observation.surface, blame: responder(context) } as const;
  if (kept.length === 0)
    return listed?.length === 0 && documentsStatus(operation, 404)
      ? [
          {
            ...about,
            pointer: '/response/status',
            kind: 'empty-in-place-of-404',
            message: `${operation.id} returns an empty list below an item that ${removal} removed, although the item is not found, and the contract documents 404 for ${operation.id}.`,
            expected: 404,
            received: reply.status,
            cause: `${operation.id} absent`,
            status: reply.status,
          },
        ]
      : [];
  return [
    {
      ...about,
      pointer: `/response/body${elements}`,
      kind: 'children-still-listed',
      message: `${operation.id} still lists the items below an item that ${removal} removed, although the item itself is not found.`,
      expected: 'no such items',
      received: kept.length,
      cause: removal,
    },
  ];
}

function faultsOf(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  if (!lastSegment(operation.path).endsWith('}')) return contentFaults(operation, context, observation);
  const place = placeOf(operation, context, observation);
  const found = place && removalAt(parentPath(place.list), context, observation, place.within);
  if (place === undefined || found === undefined) return undefined;
  const { removal, after } = found;
  if (place.isApart && !statesRemovalOf(removal.operation, lastSegment(place.list))) return undefined;
  const isListGone = after.some(
    (call) => isReadAt(call, place.list, place.within) && (isAbsent(call.status) || isEmptyList(context, call)),
  );
  const isUnlisted = !place.isApart && isPutBelow(operation, place.list, context);
  if (!isListGone && !isUnlisted) return undefined;
  return unchangedFaults(operation, context, observation, found, {
    kind: 'child-still-there',
    message: `${operation.id} still returns an item whose parent ${removal.operation.id} removed. The parent is not found${isUnlisted ? '' : ', and the list of its items is empty or not found'}.${place.isApart ? ` The contract states that ${removal.operation.id} also removes these items.` : ''}`,
  });
}

/** Judges a GET at a fixed path below a removed item, such as `/devices/{id}/settings`. */
function contentFaults(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const item = itemPath(operation.path);
  const found = item === undefined ? undefined : removalAt(item, context, observation);
  if (found === undefined || mayBeKept(operation, found.removal.operation)) return undefined;
  return unchangedFaults(operation, context, observation, found, {
    kind: 'content-still-there',
    message: `${found.removal.operation.id} removed the item, and the item is no longer found, but ${operation.id} still returns the same content below it.`,
  });
}

/** The violation for a GET that still returns the value that it returned before the removal. */
function unchangedFaults(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
  { removal, before }: Removal,
  about: Pick<Violation, 'kind' | 'message'>,
): readonly Violation[] | undefined {
  const reply = replyOf(observation);
  const earlier = valueBefore(operation, before, observation);
  if (reply === undefined || earlier === undefined) return undefined;
  const value = successValue(observation);
  if (value === undefined || !sameJson(value, earlier)) return [];
  return [
    {
      ...about,
      surface: observation.surface,
      pointer: '/response/status',
      expected: 404,
      received: reply.status,
      blame: responder(context),
      cause: `${removal.operation.id} ${operation.id}`,
    },
  ];
}

/**
 * The path up to its last segment that is a parameter: `/devices/{id}` for `/devices/{id}/settings`. `undefined` if no
 * segment is a parameter.
 */
function itemPath(path: string): string | undefined {
  if (!path.includes('{')) return undefined;
  return lastSegment(path).endsWith('}') ? path : itemPath(parentPath(path));
}

/** Matches words with which a description states that something still exists after a removal, such as "kept". */
const KEPT = /\b(?:ke(?:ep|pt)|remain|retain|preserv|archiv|stay)/i;

function mayBeKept(...operations: readonly Operation[]): boolean {
  return operations.some(({ summary, description }) => KEPT.test(`${summary} ${description}`));
}

/** The value that the last GET of the same path returned in the given calls, before the removal. */
function valueBefore({ path }: Operation, before: readonly EarlierCall[], observation: Observation): Json | undefined {
  return before
    .filter((call) => isReadAt(call, path, pathOf(observation)))
    .map((call) => successValue(call.observation))
    .findLast((value) => value !== undefined);
}

/**
 * Whether a PUT creates the items that this operation reads, and the contract has no GET of the list of these items.
 */
function isPutBelow({ path }: Operation, list: string, { contract: { operations } }: TrialContext): boolean {
  const isListed = operations.some(({ method, path: own }) => method === 'get' && isEqualPath(own, list));
  return !isListed && operations.some((put) => isEqualPath(put.path, path) && createdByPut(put) !== undefined);
}

/** The list in which an item should be, such as `/orders/{order_id}/lines`, and the path arguments of this list. */
interface Place {
  readonly list: string;
  readonly within: JsonObject;
  /** True if the item is read at a path without its parent, such as `/lines/{id}`. */
  readonly isApart: boolean;
}

/**
 * Finds the list that contains the item which an operation reads. If the item is read at a path without its parent,
 * such as `/lines/{id}`, it is the list at the path where the item was created.
 */
function placeOf({ path }: Operation, { contract }: TrialContext, observation: Observation): Place | undefined {
  const list = parentPath(path);
  if (list.includes('{')) return { list, within: pathOf(observation), isApart: false };
  const { within = [] } = observation.case;
  const item = createdItems(contract, observation).find(({ step }) => within.some((feed) => feed.step === step));
  const made = observation.earlier?.find((step) => step.case.id === item?.step);
  return item === undefined || made === undefined
    ? undefined
    : { list: item.create.path, within: pathOf(made), isApart: true };
}

/** Whether a call read a list, and the list had no elements. */
function isEmptyList(context: TrialContext, { operation, observation }: EarlierCall): boolean {
  const list = selectedList(context, operation)?.list;
  return list !== undefined && elementsOf(list, successValue(observation))?.length === 0;
}

/**
 * Whether a call removed the item at a path such as `/orders/{id}`. Each path argument of the call must have the value
 * that it has in `within`. A call that was answered 202 does not count, because the item may not have been removed yet
 * (RFC 9110 §15.3.3).
 */
function isRemovalAt({ operation, observation, status }: EarlierCall, path: string, within: JsonObject): boolean {
  const isAbove = operation.method === 'delete' && isEqualPath(operation.path, path);
  return isAbove && isSuccess(status) && status !== 202 && isPartOf(pathOf(observation), within);
}

/**
 * Whether a call is a GET of a path such as `/orders/{id}`. Each path argument of the call must have the value that it
 * has in `within`.
 */
function isReadAt({ operation, observation }: EarlierCall, path: string, within: JsonObject): boolean {
  return operation.method === 'get' && isEqualPath(operation.path, path) && isPartOf(pathOf(observation), within);
}

function pathOf({ case: { input } }: Observation): JsonObject {
  return input.path ?? {};
}

function isPartOf(path: JsonObject, whole: JsonObject): boolean {
  return sameJson({ ...whole, ...path }, whole);
}
