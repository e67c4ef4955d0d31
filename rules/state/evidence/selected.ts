import type { ItemList } from '../../../contract/collections/collection.js';
import { itemList, wholeLimit } from '../../../contract/collections/item-list.js';
import { type ListFilter, choiceParameter, chosen, listFilters } from '../../../contract/collections/list-choices.js';
import { type ListExpression, listExpressions } from '../../../contract/collections/expressions/list-expressions.js';
import { type ListSearch, listSearches } from '../../../contract/collections/list-searches.js';
import { type ListOrder, listOrder, setsOrder } from '../../../contract/collections/order/list-order.js';
import { type StatedKey, defaultOrder } from '../../../contract/collections/order/stated-order.js';
import { type ListTags, listTags } from '../../../contract/collections/list-tags.js';
import { removedItemsParameter } from '../../../contract/collections/changes/stated-removal.js';
import type { Contract } from '../../../contract/contract.js';
import type { ListBound } from '../../../contract/collections/bounds/bound.js';
import { listBounds } from '../../../contract/collections/bounds/list-bounds.js';
import type { Operation } from '../../../contract/operation.js';
import type { CaseInput } from '../../../contract/case.js';
import type { Trial, TrialContext } from '../../rule.js';
import type { Observation } from '../../../surfaces/observation.js';
import { sameJson } from '../../values/same-json.js';
import { type ReadList, listedCollection, readList } from './listed-elements.js';

/** A list, and the query parameters that select, bound and sort its elements. */
export interface SelectedList {
  readonly list: ItemList;
  readonly filters: readonly ListFilter[];
  readonly order?: ListOrder;
  /** The order that the list has without a parameter for the order, as the contract states it. */
  readonly defaultOrder?: StatedKey;
  readonly bounds: readonly ListBound[];
  readonly searches: readonly ListSearch[];
  /**
   * Parameters that select elements by several values of a member that is an array, such as `tags=a,b` for the member
   * `tags`.
   */
  readonly tags: readonly ListTags[];
  /** Parameters that select elements by an expression, such as `$filter`. The expressions are not parsed here. */
  readonly expressions: readonly ListExpression[];
  /** The parameter with which the list also contains removed items, such as `show_deleted`. */
  readonly removed?: { readonly parameter: string };
}

const known = new WeakMap<Operation, { readonly selected: SelectedList | undefined }>();

/** The list that an operation returns, with its filters and its order; `undefined` if the operation returns no list. */
export function selectedList(context: TrialContext, operation: Operation): SelectedList | undefined {
  const cached = known.get(operation) ?? { selected: made(context, operation) };
  known.set(operation, cached);
  return cached.selected;
}

function made(context: TrialContext, operation: Operation): SelectedList | undefined {
  const { contract } = context;
  const list = listedCollection(context, operation.id)?.list ?? itemList(contract, operation);
  return list && withChoices(contract, list);
}

export function withChoices(contract: Contract, list: ItemList): SelectedList {
  const { schemas } = contract;
  const order = listOrder(contract, list);
  const stated = defaultOrder(schemas, list);
  const searches = listSearches(schemas, list);
  const filters = listFilters(schemas, list);
  const others = [...filters, ...searches].map(choiceParameter);
  const expressions = listExpressions(schemas, list).filter(({ name }) => !others.includes(name));
  const parameter = removedItemsParameter(schemas, list.operation);
  const bounds = listBounds(schemas, list);
  return {
    list,
    filters,
    bounds,
    searches,
    expressions,
    tags: listTags(schemas, list),
    ...(order && { order }),
    ...(stated && { defaultOrder: stated }),
    ...(parameter !== undefined && { removed: { parameter } }),
  };
}

/**
 * Whether a call asks for something other than the whole list in its default order. It sets a filter, a bound, a search
 * or an order, limits the number of all elements, or asks for removed items.
 */
export function isSelection(
  { list, filters, bounds, searches, expressions, tags, order, removed }: SelectedList,
  { query }: CaseInput,
): boolean {
  const whole = wholeLimit(list.operation);
  if (whole !== undefined && query?.[whole] !== undefined) return true;
  if (removed !== undefined && query?.[removed.parameter] !== undefined) return true;
  if (order !== undefined && setsOrder(order, query)) return true;
  return [...filters, ...bounds, ...searches, ...expressions, ...tags].some(
    (choice) => chosen(query, choice) !== undefined,
  );
}

/** Whether the call of a trial asks for a part of a list, or for a different order. */
export function selectsPart(trial: Trial, context: TrialContext): boolean {
  const selected = selectedList(context, trial.operation);
  return selected !== undefined && isSelection(selected, trial.case.input);
}

/**
 * The last time that the whole list was read before this call. `undefined` if a different operation was called since
 * then, because it may have changed the list.
 */
export function wholeBefore(
  { operation, case: shown }: Trial,
  selected: SelectedList,
  { earlier = [] }: Observation,
): ReadList | undefined {
  const at = earlier.findLastIndex(
    ({ case: step }) =>
      step.operation === operation.id &&
      step.feeds === undefined &&
      !isSelection(selected, step.input) &&
      sameJson(step.input.path ?? {}, shown.input.path ?? {}),
  );
  const isUnchanged = earlier.slice(at + 1).every(({ case: step }) => step.operation === operation.id);
  const read = at < 0 || !isUnchanged ? undefined : readList(selected.list, earlier[at] as Observation);
  return read?.isWhole === true ? read : undefined;
}

/**
 * The elements of a list that a call with a filter or similar parameter returned (`now`), and those of the whole list
 * at an earlier time (`before`), if it was read.
 */
export interface SelectedReading {
  readonly observation: Observation;
  readonly now: ReadList;
  readonly before: ReadList | undefined;
}

/**
 * For each surface: the elements that a call with a filter or similar parameter returned. A surface is left out if
 * neither this list nor the whole list has elements, because empty lists do not show whether the parameter works.
 * `isCompared`: whether an earlier reading of the whole list is used.
 */
export function selectedReadings(
  trial: Trial,
  context: TrialContext,
  selected: SelectedList,
  isCompared = true,
): readonly SelectedReading[] {
  return trial.observations.flatMap((observation) => {
    const now = readList(selected.list, observation);
    const before = context.isolated && isCompared ? wholeBefore(trial, selected, observation) : undefined;
    const isShown = now !== undefined && now.elements.length + (before?.elements.length ?? 0) > 0;
    return isShown ? [{ observation, now, before }] : [];
  });
}
