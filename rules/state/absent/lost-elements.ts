import { idInList, listsOfItems } from '../../../contract/collections/changes/lists-of-items.js';
import type { Collection, ItemList } from '../../../contract/collections/collection.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import { isSafeMethod } from '../../../contract/wire/safe-method.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { type Trial, type TrialContext, responder } from '../../rule.js';
import { createdItem } from '../evidence/item-values.js';
import { isOfItem } from '../evidence/item-changes.js';
import { isEqualCall } from '../evidence/listed-before.js';
import { readList } from '../evidence/listed-elements.js';

/**
 * A sequence that reads a list, creates an item, removes this item, and changes nothing else: the calls of the create
 * and of the removal.
 */
interface Removal {
  readonly create: Observation;
  readonly remove: Observation;
  readonly collection: Collection;
}

/**
 * Reports elements that disappeared from a list when a different item was removed, which the sequence had created. An
 * element is judged only if it was in the list before the create and before the removal. It then cannot be a part of
 * the removed item.
 */
export function lostElements(trial: Trial, context: TrialContext, observation: Observation): readonly Violation[] {
  const { collections = [], contract } = context;
  const list = collections.find((each) => each.list?.operation === trial.operation)?.list;
  const calls = (observation.earlier ?? []).filter((step) => isEqualCall(step, observation));
  // Other calls may remove items of a service that is not reset.
  if (!context.isolated || list === undefined || trial.case.feeds !== undefined || calls.length < 2) return [];
  const removal = onlyRemoval(context, observation, calls[0] as Observation);
  if (removal === undefined || !listsOfItems(contract, collections, removal.collection).includes(list)) return [];
  const { create, remove, collection } = removal;
  const { earlier = [] } = observation;
  const before = calls.findLast((call) => earlier.indexOf(call) < earlier.indexOf(remove));
  const name = idInList(collection, list);
  const [first, second, now] = [calls[0], before, observation].map((call) => idsOf(list, call, name));
  if (first === undefined || second === undefined || now === undefined) return [];
  if (earlier.indexOf(before as Observation) < earlier.indexOf(create)) return [];
  // A client may choose the identifier of an item that existed before.
  const own = name === undefined ? undefined : ownValue(createdItem(contract, create)?.value ?? null, name);
  const lost = [...first].filter((id) => id !== own && second.has(id) && !now.has(id));
  return lost.length === 0
    ? []
    : [
        {
          surface: observation.surface,
          pointer: `/response/body${list.elements}`,
          kind: 'other-removed',
          message: `${trial.operation.id} no longer lists an item that existed before, after ${remove.case.operation} removed a different item.`,
          expected: 'the item',
          received: 0,
          blame: responder(context),
          cause: create.case.operation,
        },
      ];
}

/**
 * The create and the removal of one item between the first read of a list and this observation, if nothing else was
 * changed in between.
 */
function onlyRemoval(
  { contract, collections = [] }: TrialContext,
  { earlier = [] }: Observation,
  first: Observation,
): Removal | undefined {
  const changes = earlier.slice(earlier.indexOf(first)).filter((step) => {
    const operation = contract.operations.find(({ id }) => id === step.case.operation);
    return operation === undefined || !isSafeMethod(operation.method);
  });
  const [create, remove, ...others] = changes;
  const made = create && createdItem(contract, create);
  const collection = collections.find((each) => each.create !== undefined && each.create === made?.create);
  if (create === undefined || remove === undefined || collection === undefined || others.length > 0) return undefined;
  return isOfItem(remove, create.case.id) ? { create, remove, collection } : undefined;
}

/**
 * The identifiers of all elements of a list; `undefined` if the list was not read to its end, or if an element has no
 * identifier.
 */
function idsOf(list: ItemList, call: Observation | undefined, name: string | undefined): ReadonlySet<Json> | undefined {
  const read = call && readList(list, call);
  const ids = read?.elements.map((element) => (name === undefined ? undefined : ownValue(element, name))) ?? [];
  return read?.isWhole === true && ids.every((id) => id !== undefined) ? new Set(ids as readonly Json[]) : undefined;
}
