import {
  hidesRemoved,
  removedItemsParameter,
  statesGone,
} from '../../../contract/collections/changes/stated-removal.js';
import { type Json, type JsonObject, ownValue } from '../../../contract/json/json.js';
import type { OperationId } from '../../../contract/operation.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { isAbsent, replyOf } from '../../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, judgedEach, responder } from '../../rule.js';
import {
  changesOf,
  createdItems,
  isMade,
  isOfItem,
  isRemoved,
  itemOf,
  isUnchanged,
  lastValue,
  readsOf,
  volatileMembers,
} from '../evidence/item-changes.js';
import { type CreatedItem, itemValue } from '../evidence/item-values.js';
import { elementsOfItem, listedCollection, readList } from '../evidence/listed-elements.js';
import { lostElements } from './lost-elements.js';
import { isReferring } from './referring-items.js';
import { removedPartFaults } from './removed-part.js';
import { elementBefore, isLostByRemoval } from '../evidence/listed-before.js';

/** An item is no longer returned after its DELETE. */
export const removed: TrialRule = {
  id: 'state/removed',
  severity: 'must',
  statement:
    'After a successful DELETE of an item (other than 202), neither a GET of the item nor a list that is read to its end returns the item unchanged. All other items are still found.',
  details: [
    'If the contract states that a removed item is not found, a GET does not return it with changes either: "A page in the trash is not found", or "or it was deleted" in the description of its 404 or 410.',
    'A GET of a removed item is answered with 410 and not with 404, if the contract states it: "A deleted page answers 410".',
    'If no operation reads a single item, the other items are still listed. A list also still has the items that it had before the removed item was created.',
    'A list with a parameter such as `show_deleted` contains removed items only if the parameter is true, and then contains all removed items that a GET still finds.',
    'After the DELETE of a part that no GET reads, such as `/carts/{cart_id}/coupon`, a GET of the item does not return a text with which a PUT had set the part, and still finds the item. A second DELETE is then not accepted, if the text of its 404 states that there may be no such part, such as "it has no coupon".',
  ],
  source:
    'RFC 9110 §9.3.5: DELETE requests that the association between the resource and its functionality is removed; §15.3.3: 202 is not a commitment; AIP-164: soft delete',
  repair:
    'Remove the item from the store that both the GET and the list use, or answer 202 if the item is removed later.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) => {
    const ofParts = judgedEach(trial, (observation) => removedPartFaults(trial.operation, context, observation));
    const judged = trial.observations.flatMap((observation) => faultsOf(trial, context, observation) ?? []);
    const isJudged = trial.observations.some((observation) => removedItems(context, observation).length > 0);
    return isJudged ? [...judged, ...(ofParts ?? [])] : ofParts;
  },
};

/**
 * The items that the earlier steps of a sequence removed. The DELETE of a part, such as `/carts/{cart_id}/coupon`, does
 * not remove the item.
 */
function removedItems({ contract, collections = [] }: TrialContext, observation: Observation): readonly CreatedItem[] {
  const own = itemOf(contract, observation);
  const reading = contract.operations.find(({ id }) => id === observation.case.operation);
  return createdItems(contract, observation).filter((item) => {
    const read = collections.find(({ create }) => create === item.create)?.read?.operation;
    const path = own?.step === item.step ? reading?.path : read?.path;
    return isRemoved(changesOf(contract, observation, item), path);
  });
}

function faultsOf(trial: Trial, context: TrialContext, observation: Observation): readonly Violation[] | undefined {
  const gone = removedItems(context, observation);
  if (gone.length === 0 || trial.operation.method !== 'get') return undefined;
  const reply = replyOf(observation);
  if (reply === undefined) return undefined;
  const own = itemOf(context.contract, observation);
  const about = { surface: observation.surface, blame: responder(context), status: reply.status } as const;
  if (own !== undefined && gone.some(({ step }) => step === own.step)) {
    const before = valueBefore(context, observation, own);
    const ignored = volatileMembers(context.contract, observation, own);
    const isKept = isUnchanged(before, itemValue(context.contract, observation), ignored);
    if (reply.status === 404 && mustBeGone(trial, context, observation, own))
      return [
        {
          ...about,
          pointer: '/response/status',
          kind: 'not-gone',
          message: `${trial.operation.id} answers 404 for an item that was removed before; the contract states 410 for removed items.`,
          expected: 410,
          received: reply.status,
          cause: trial.operation.id,
          sharedBy: readsOfGone(context),
        },
      ];
    if (!isSuccess(reply.status) || !(isKept || hidesRemoved(trial.operation))) return [];
    const message = `${trial.operation.id} returns an item that was removed before.`;
    const pointer = '/response/status';
    return [
      { ...about, pointer, kind: 'still-there', message, expected: 404, received: reply.status, cause: own.create.id },
    ];
  }
  if (own !== undefined) {
    // The service may remove an item together with the item to which it refers.
    if (!isAbsent(reply.status) || gone.some(({ step }) => isReferring(context, observation, own, step))) return [];
    const message = `${trial.operation.id} does not find an item after a different item was removed.`;
    const pointer = '/response/status';
    return [
      {
        ...about,
        pointer,
        kind: 'other-removed',
        message,
        expected: 200,
        received: reply.status,
        cause: own.create.id,
      },
    ];
  }
  return [
    ...gone.flatMap((item) => stillListed(trial, context, observation, item)),
    ...noLongerListed(trial, context, observation),
    ...lostElements(trial, context, observation),
  ];
}

/**
 * The operations that read an item, and for which the contract states 410 after the removal. If several of them answer
 * 404, they have one cause, because they may share the code.
 */
function readsOfGone({ collections = [] }: TrialContext): readonly OperationId[] {
  const reads = collections.flatMap(({ read }) =>
    read !== undefined && statesGone(read.operation) ? [read.operation.id] : [],
  );
  return [...new Set(reads)].toSorted();
}

/**
 * Whether the contract states 410 for the read of a removed item, and the same operation found this item before its
 * removal.
 */
function mustBeGone(
  { operation }: Trial,
  { contract, collections = [] }: TrialContext,
  observation: Observation,
  item: CreatedItem,
): boolean {
  const isRead = ({ case: called }: Observation): boolean => called.operation === operation.id;
  const isFound = (observation.earlier ?? []).some(
    (step) => isRead(step) && isOfItem(step, item.step) && isSuccess(replyOf(step)?.status ?? 0),
  );
  // An option of the DELETE may remove the item for good.
  const removal = lastChangeOf({ contract }, observation, item);
  const isOwnRead = collections.some(({ read }) => read?.operation.id === operation.id);
  const isPlain = Object.keys(removal?.case.input.query ?? {}).length === 0;
  return isFound && isPlain && isOwnRead && statesGone(operation);
}

/**
 * Reports elements that disappeared from a list when a different item was removed. This check is made only if no
 * operation reads a single item; otherwise a read shows the fault.
 */
function noLongerListed(trial: Trial, context: TrialContext, observation: Observation): readonly Violation[] {
  const known = listedCollection(context, trial.operation.id);
  const create = known?.collection.create;
  if (known === undefined || create === undefined || trial.case.feeds !== undefined) return [];
  const lost = createdItems(context.contract, observation).filter(
    (item) => item.create === create && isLostByRemoval(context, known, observation, item),
  );
  return lost.length === 0
    ? []
    : [
        {
          surface: observation.surface,
          pointer: `/response/body${known.list.elements}`,
          kind: 'other-removed',
          message: `${trial.operation.id} no longer lists an item after a different item was removed.`,
          expected: 'the item',
          received: 0,
          blame: responder(context),
          cause: create.id,
        },
      ];
}

function stillListed(
  trial: Trial,
  context: TrialContext,
  observation: Observation,
  item: CreatedItem,
): readonly Violation[] {
  const known = listedCollection(context, trial.operation.id);
  if (known?.collection.create !== item.create || trial.case.feeds !== undefined) return [];
  const elements = readList(known.list, observation)?.elements ?? [];
  const [after] = elementsOfItem(known.list, item, elements) ?? [];
  const removal = lastChangeOf(context, observation, item);
  const element =
    removal && known.collection.read === undefined ? elementBefore(known.list, observation, item, removal) : undefined;
  const before = element ?? valueBefore(context, observation, item);
  const ignored = volatileMembers(context.contract, observation, item);
  const parameter = removedItemsParameter(context.contract.schemas, trial.operation);
  if (parameter !== undefined && trial.case.input.query?.[parameter] === true) {
    const isLost = after === undefined && isStillRead(context, observation, item, removal);
    return isLost ? [notShown(trial, context, observation, { item, parameter, at: known.list.elements })] : [];
  }
  // A service may keep a removed item and mark it, unless the list has a parameter for removed items.
  if (after === undefined || (parameter === undefined && isMarked(before, after, ignored))) return [];
  return [
    {
      surface: observation.surface,
      pointer: `/response/body${known.list.elements}`,
      kind: 'still-listed',
      message: `${trial.operation.id} still returns an item that an earlier call removed.`,
      expected: 'no such item',
      received: 1,
      blame: responder(context),
      cause: item.create.id,
    },
  ];
}

/** Whether a read after the removal of an item still found the item. */
function isStillRead(
  { contract }: TrialContext,
  { earlier = [] }: Observation,
  item: CreatedItem,
  removal: Observation | undefined,
): boolean {
  const since = removal === undefined ? [] : earlier.slice(earlier.indexOf(removal) + 1);
  return readsOf(contract, since, item).length > 0;
}

function notShown(
  { operation }: Trial,
  context: TrialContext,
  { surface }: Observation,
  { item, parameter, at }: { readonly item: CreatedItem; readonly parameter: string; readonly at: string },
): Violation {
  return {
    surface,
    pointer: `/response/body${at}`,
    kind: 'removed-not-listed',
    message: `${operation.id} with ${parameter}=true lacks a removed item that a GET still finds.`,
    expected: 'the removed item',
    received: 0,
    blame: responder(context),
    cause: `${item.create.id} ${parameter}`,
  };
}

/** The last value of an item before it was removed. */
function valueBefore({ contract }: Pick<TrialContext, 'contract'>, observation: Observation, item: CreatedItem): Json {
  const { earlier = [] } = observation;
  const removal = lastChangeOf({ contract }, observation, item);
  return lastValue(contract, earlier.slice(0, removal && earlier.indexOf(removal)), item);
}

/** The last call that changed an item, which is the DELETE if the item was removed. */
function lastChangeOf(
  { contract }: Pick<TrialContext, 'contract'>,
  observation: Observation,
  item: CreatedItem,
): Observation | undefined {
  return changesOf(contract, observation, item).findLast(isMade)?.observation;
}

/**
 * Whether a removed item is listed with a changed member, such as `deleted: true`. The list may return fewer members
 * than the item has.
 */
function isMarked(before: Json, after: JsonObject, ignored: ReadonlySet<string>): boolean {
  return Object.keys(after).some((name) => {
    if (ignored.has(name)) return false;
    const [old, now] = [ownValue(before, name), ownValue(after, name)];
    return old === undefined || !isUnchanged(old, now);
  });
}
