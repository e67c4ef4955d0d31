import type { ItemList } from '../../../contract/collections/collection.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { TrialContext } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { changesOf, createdItems, hasRemovedAbove, isMade, isRemoved } from './item-changes.js';
import type { CreatedItem } from './item-values.js';
import { type Listed, elementsOfItem, readList } from './listed-elements.js';

/**
 * The element for an item in the last reply to an equal call of the list, before the call `end`; `undefined` if there
 * was no such call, or if its reply lacks the item.
 */
export function elementBefore(
  list: ItemList,
  observation: Observation,
  item: CreatedItem,
  end: Observation,
): JsonObject | undefined {
  const { earlier = [] } = observation;
  const call = earlier.slice(0, earlier.indexOf(end)).findLast((step) => isEqualCall(step, observation));
  const elements = call && readList(list, call)?.elements;
  return elements === undefined ? undefined : elementsOfItem(list, item, elements)?.[0];
}

/**
 * Whether a list lost an item because a different item was removed: an equal call before the removal returned the item.
 * This check is made only if no operation reads a single item; otherwise a read shows whether the item is lost.
 */
export function isLostByRemoval(
  { contract }: TrialContext,
  { collection: { read }, list }: Listed,
  observation: Observation,
  item: CreatedItem,
): boolean {
  const now = readList(list, observation);
  const found = now?.isWhole === true ? elementsOfItem(list, item, now.elements) : undefined;
  if (read !== undefined || found?.length !== 0 || hasRemovedAbove(contract, observation)) return false;
  if (changesOf(contract, observation, item).length > 0) return false;
  return createdItems(contract, observation).some((other) => {
    const changes = changesOf(contract, observation, other);
    const removal = isRemoved(changes) ? changes.findLast(isMade)?.observation : undefined;
    const isSame = other.create === item.create;
    return isSame && removal !== undefined && elementBefore(list, observation, item, removal) !== undefined;
  });
}

/** Whether two calls of one operation have the same path arguments and the same query arguments. */
export function isEqualCall({ case: one }: Observation, { case: other }: Observation): boolean {
  const isSame = (place: 'path' | 'query'): boolean => sameJson(one.input[place] ?? {}, other.input[place] ?? {});
  return one.operation === other.operation && isSame('path') && isSame('query');
}
