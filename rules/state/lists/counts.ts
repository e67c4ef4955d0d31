import type { CaseInput } from '../../../contract/case.js';
import type { ItemList } from '../../../contract/collections/collection.js';
import { isPagingName, wholeLimit } from '../../../contract/collections/item-list.js';
import { NUMBERED, pagingParameters } from '../../../contract/collections/paging.js';
import type { Json } from '../../../contract/json/json.js';
import { fromMembers } from '../../../contract/json/members.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Trial, TrialContext } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { isSelection, selectedList } from '../evidence/selected.js';

/** The number of elements of a list that was read to its end, and the numbers of elements that its pages state. */
export interface Count {
  readonly elements: number;
  readonly stated: readonly number[];
  /** True if there are several pages and each of them states its own number of elements in place of the total. */
  readonly isOfPage: boolean;
}

/** The earlier calls of the same list that set neither a filter nor an order. */
export function earlierReads(
  operation: Trial['operation'],
  context: TrialContext,
  { case: own, earlier = [] }: Observation,
): readonly Observation[] {
  const selected = selectedList(context, operation);
  return earlier.filter(
    ({ case: { operation: id, feeds, input } }) =>
      id === operation.id &&
      feeds === undefined &&
      sameJson(input.path ?? {}, own.input.path ?? {}) &&
      (selected === undefined || !isSelection(selected, input)),
  );
}

/**
 * Whether the stated numbers really are numbers of elements: one of them was right once, they grow with the list, or
 * each page states its own number of elements. Otherwise they may be something else, such as a sum of money.
 */
export function countsElements(counts: readonly Count[]): boolean {
  const filled = counts.filter(({ elements }) => elements > 0);
  const offsets = filled.flatMap(({ elements, stated }) => stated.map((each) => each - elements));
  const grows = new Set(filled.map(({ elements }) => elements)).size > 1 && new Set(offsets).size === 1;
  return grows || filled.some((count) => isRight(count) || count.isOfPage);
}

export function isRight({ elements, stated }: Count): boolean {
  return stated.every((each) => each === elements);
}

/**
 * Whether a call requests the first page of the whole list: it sets no parameter that may select a later page or a part
 * of the list.
 */
export function startsAtFirstPage({ limit }: ItemList, { case: { input } }: Observation): boolean {
  return Object.keys(input.query ?? {}).every((name) => name === limit?.name || !isPagingName(name));
}

/**
 * The last earlier call of the same list that requested a different page and was equal otherwise. `undefined` if a
 * different operation was called since then.
 */
export function otherPage(list: ItemList, { case: own, earlier = [] }: Observation): Observation | undefined {
  const paging = [...pagingParameters(list), wholeLimit(list.operation)];
  const isPage = (name: string): boolean => paging.includes(name) || NUMBERED.some(([, names]) => names.test(name));
  const rest = ({ query = {} }: CaseInput): Json =>
    fromMembers(Object.entries(query).filter(([name]) => !isPage(name)));
  const since = earlier.findLastIndex(({ case: { operation } }) => operation !== own.operation) + 1;
  return earlier
    .slice(since)
    .findLast(
      ({ case: { input } }) =>
        sameJson(input.path ?? {}, own.input.path ?? {}) &&
        sameJson(rest(input), rest(own.input)) &&
        !sameJson(input.query ?? {}, own.input.query ?? {}),
    );
}
