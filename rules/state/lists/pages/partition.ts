import type { CaseInput } from '../../../../contract/case.js';
import type { ItemList } from '../../../../contract/collections/collection.js';
import { pagingParameters } from '../../../../contract/collections/paging.js';
import type { Contract } from '../../../../contract/contract.js';
import type { Json } from '../../../../contract/json/json.js';
import { isSafeMethod } from '../../../../contract/wire/safe-method.js';
import type { Observation } from '../../../../surfaces/observation.js';
import type { Violation } from '../../../finding.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../../rule.js';
import { createdItems, hasRemoved } from '../../evidence/item-changes.js';
import { createdItem, successValue } from '../../evidence/item-values.js';
import {
  type ReadList,
  elementsOf,
  isSamePage,
  listedCollection,
  listsPagedAlike,
  readList,
} from '../../evidence/listed-elements.js';
import { identified } from '../../evidence/search-walks.js';
import { isSelection, selectedList, selectsPart } from '../../evidence/selected.js';
import { searchPageFaults } from '../body-searches.js';
import { differentElements } from '../different-elements.js';
import { sameJson } from '../../../values/same-json.js';
import { mayBeHidden } from '../hidden-by-action.js';
import { listSorting, unsortedValues } from '../ordered.js';

/** The pages of a list together have the same elements for every page size. */
export const partition: TrialRule = {
  id: 'state/partition',
  severity: 'must',
  statement:
    'The pages of a list, from the first to the last, contain the same elements in the same order for every page size, even if the page size changes or an element is added between two pages.',
  details: [
    'The pages of a sorted list contain the same elements for every page size, even if many elements have the same value of the sort key.',
    'If the contract has no operation that creates elements, no two pages contain the same element.',
    'The same applies to a search by POST with a page number or an offset in its body, if the same search has equal pages twice.',
  ],
  source:
    'the contract: the parameter for the page size and the way to the next page; OpenAPI 3.1 §4.8.20 (Link Object)',
  repair:
    'Order the list by a unique key, start each page after the last element of the page before, and end only after the last element. For a sorted list, compare the sort key and then the unique key, and keep elements without a value of the sort key.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    const known = context.isolated ? listedCollection(context, trial.operation.id) : undefined;
    if (known === undefined) return searchPageFaults(trial, context);
    if (selectsPart(trial, context)) return sortedPages(trial, context, known.list);
    const compared = trial.observations.flatMap((observation): readonly (readonly Violation[])[] => {
      const { surface } = observation;
      const pair = lists(trial, context, known.list, observation);
      if (pair !== undefined) return [faults(trial, context, surface, pair)];
      const isAlone = known.collection.create === undefined;
      return isAlone && isRepeatedOnPages(known.list, observation)
        ? [[repeatedOnce(trial, context, known.list, surface)]]
        : [];
    });
    return compared.length === 0 ? undefined : compared.flat();
  },
};

/**
 * Compares two readings of one sorted list with different page sizes: they must have the same elements. Their order is
 * not compared, because elements with equal values may be in any order. A list that is sorted wrongly is a different
 * fault.
 */
function sortedPages(trial: Trial, context: TrialContext, list: ItemList): readonly Violation[] | undefined {
  const selected = selectedList(context, trial.operation);
  const { key, by } = (selected && listSorting(selected, trial.case.input)) ?? {};
  if (key === undefined || by === undefined || trial.case.feeds !== undefined) return undefined;
  const when = `with ${by} and a different page size`;
  const pairs = trial.observations.flatMap((observation) => {
    const before = sameBefore(trial, list, observation);
    const now = readList(list, observation);
    const isCompared = before !== undefined && now !== undefined && unsortedValues(now, key) === undefined;
    return isCompared
      ? [{ surface: observation.surface, pair: { before, now, added: false, isChanged: false, when } }]
      : [];
  });
  if (pairs.length === 0) return undefined;
  return pairs
    .flatMap(({ surface, pair }) => faults(trial, context, surface, pair))
    .filter(({ kind }) => kind !== 'order-changed')
    .map((violation) => ({ ...violation, cause: `${trial.operation.id} ${selected?.order?.name ?? ''}` }));
}

/**
 * The last time that the same list was read completely, with the same filter and order. `undefined` if a different
 * operation was called since then.
 */
function sameBefore(
  { operation, case: shown }: Trial,
  list: ItemList,
  { earlier = [] }: Observation,
): ReadList | undefined {
  const paging = new Set(pagingParameters(list));
  const selection = ({ query = {} }: CaseInput): Json =>
    Object.fromEntries(Object.entries(query).filter(([name]) => !paging.has(name)));
  const at = earlier.findLastIndex(
    (step) =>
      step.case.operation === operation.id &&
      !isPart(step) &&
      sameJson(step.case.input.path ?? {}, shown.input.path ?? {}) &&
      sameJson(selection(step.case.input), selection(shown.input)),
  );
  const isUnchanged = earlier.slice(at + 1).every(({ case: step }) => step.operation === operation.id);
  const read = at < 0 || !isUnchanged ? undefined : readList(list, earlier[at] as Observation);
  return read?.isWhole === true ? read : undefined;
}

/** Two readings of one list that must have the same elements. */
interface Pair {
  readonly before: ReadList;
  readonly now: ReadList;
  /** Whether an item was created between the two readings. */
  readonly added: boolean;
  /** Whether an element may have been changed between the two readings, so that it may have a different position. */
  readonly isChanged: boolean;
  /** What differs between the two readings, in words for a message: `with a different page size`. */
  readonly when: string;
}

function lists(trial: Trial, context: TrialContext, list: ItemList, observation: Observation): Pair | undefined {
  const { contract } = context;
  const selected = selectedList(context, trial.operation);
  const { earlier = [] } = observation;
  const isCreate = (step: Observation): boolean => createdItem(contract, step) !== undefined;
  const feed = trial.case.feeds?.find((each) => each.in === 'query');
  const start = earlier.findIndex((step) => step.case.id === feed?.step);
  const first = start < 0 ? undefined : readList(list, earlier[start] as Observation);
  const rest = readList(list, observation);
  // A first page and the pages that continue it are joined into one reading of the list.
  const now = feed === undefined ? rest : first && rest && joined(first, rest);
  const steps = feed === undefined ? earlier : earlier.slice(0, start);
  const isOther = ({ case: { input } }: Observation): boolean => selected !== undefined && isSelection(selected, input);
  const from = steps.findLast((step) => step.case.operation === trial.operation.id && !isPart(step) && !isOther(step));
  const before = from && readList(list, from);
  if (now === undefined || from === undefined || before?.isWhole !== true) return undefined;
  const between = earlier.slice(earlier.indexOf(from));
  const added = between.some(isCreate);
  if (hasRemoved(contract, { earlier: between })) return undefined;
  // A change may move an element in the list. Without identifiers, a changed element also looks like a different one.
  const isChanged = between.some((step) => isChange(contract, step) && !isCreate(step));
  if (isChanged && (list.id === undefined || isLeftOut(context, list, observation, from))) return undefined;
  const resized =
    feed === undefined ? 'with a different page size' : 'with a page size that changes after the first page';
  const when = added ? 'while an item was added' : resized;
  return added && feed === undefined ? undefined : { before, now, added, isChanged, when };
}

/**
 * Whether one of the two readings may correctly lack an item that an earlier step created, because of the values of the
 * item.
 */
function isLeftOut(context: TrialContext, list: ItemList, observation: Observation, from: Observation): boolean {
  const { earlier = [] } = observation;
  const first = { ...from, earlier: earlier.slice(0, earlier.indexOf(from)) };
  return [first, observation].some((reading) =>
    createdItems(context.contract, reading).some((item) => mayBeHidden(context, list, reading, item)),
  );
}

/**
 * Whether two pages of one reading contain the same element, with equal identifiers and equal values. If a single page
 * also contains equal elements, the list may have such elements, and the result is false.
 */
function isRepeatedOnPages(list: ItemList, first: Observation): boolean {
  if (first.case.feeds !== undefined || readList(list, first) === undefined) return false;
  const pages = [first, ...(first.followed ?? [])].filter(
    (page, index, all) => index === 0 || !isSamePage(all[index - 1] as Observation, page),
  );
  const keys = pages.map((page) => (elementsOf(list, successValue(page)) ?? []).map(identified));
  if (keys.flat().includes(undefined) || keys.some((page) => new Set(page).size < page.length)) return false;
  return new Set(keys.flat()).size < keys.flat().length;
}

function repeatedOnce({ operation: { id } }: Trial, context: TrialContext, list: ItemList, surface: string): Violation {
  return {
    surface,
    pointer: '/state/pages',
    kind: 'element-repeated',
    message: `Two pages of ${id} contain the same element.`,
    expected: 'each element once',
    received: 'an element twice',
    blame: responder(context),
    cause: id,
    sharedBy: listsPagedAlike(context, list),
  };
}

/** Whether a step may have changed something, because its method is not a safe one such as GET. */
function isChange({ operations }: Contract, { case: called }: Observation): boolean {
  const method = operations.find(({ id }) => id === called.operation)?.method;
  return method !== undefined && !isSafeMethod(method);
}

/** Whether a step did not read all pages of a list. */
function isPart({ case: read }: Observation): boolean {
  return read.feeds !== undefined || read.follow === undefined;
}

function joined(first: ReadList, rest: ReadList): ReadList {
  return {
    keys: [...first.keys, ...rest.keys],
    elements: [...first.elements, ...rest.elements],
    pages: [...first.pages, ...rest.pages],
    isWhole: rest.isWhole,
  };
}

function faults(
  trial: Trial,
  context: TrialContext,
  surface: string,
  { before, now, added, isChanged, when }: Pair,
): readonly Violation[] {
  const { id } = trial.operation;
  const list = listedCollection(context, id)?.list;
  const sharedBy = list === undefined ? [] : listsPagedAlike(context, list);
  const about = { surface, pointer: '/state/pages', blame: responder(context), cause: id, sharedBy } as const;
  const expected = new Set(before.keys);
  // A list without identifiers may contain equal elements, so it is not judged.
  if (expected.size < before.keys.length) return [];
  const found = new Set(now.keys);
  const repeated = now.keys.length - found.size;
  const missing = now.isWhole ? before.keys.filter((key) => !found.has(key)) : [];
  const extra = added ? [] : [...found].filter((key) => !expected.has(key));
  const violation = (kind: string, message: string, wanted: Json, received: Json): readonly Violation[] => [
    { ...about, kind, message, expected: wanted, received },
  ];
  if (repeated > 0)
    return violation(
      'element-repeated',
      `The pages of ${id} contain an element twice ${when}.`,
      'each element once',
      now.keys.length,
    );
  if (missing.length + extra.length > 0) {
    const { which, wanted, received } = differentElements(
      before.keys.length,
      now.keys.length,
      missing.length,
      extra.length,
    );
    return violation('elements-differ', `The pages of ${id} contain ${which} elements ${when}.`, wanted, received);
  }
  const order = now.keys.filter((key) => expected.has(key));
  if (isChanged || order.every((key, index) => key === before.keys[index])) return [];
  return violation(
    'order-changed',
    `The pages of ${id} have a different order ${when}.`,
    'the same order',
    'a different order',
  );
}
