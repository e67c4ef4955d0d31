import type { ItemList } from '../../../contract/collections/collection.js';
import { type PageCounts, pageCounts } from '../../../contract/collections/pages/page-counts.js';
import { pagingParameters } from '../../../contract/collections/paging.js';
import type { Contract } from '../../../contract/contract.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import { headerValue } from '../../../contract/wire/message.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { replyOf } from '../../reply.js';
import { type Trial, type TrialContext, responder } from '../../rule.js';
import { successValue } from '../evidence/item-values.js';
import { elementsOf, listsPagedAlike, pagesWithElements, readList } from '../evidence/listed-elements.js';
import { type Count, countsElements, earlierReads, startsAtFirstPage } from './counts.js';

/** Where a page states a number, and what the number should mean. */
interface Place {
  /** A pointer into the body of the page, or the name of a header. */
  readonly at: string;
  readonly isHeader?: true;
  /**
   * True if the page states the number of elements that follow after it. Otherwise, it states the number of all pages.
   */
  readonly isRemaining?: true;
}

const known = new WeakMap<ItemList, PageCounts>();

/**
 * The violations if a page states a wrong number of pages (`total_pages`), or a wrong number of elements after it.
 * `undefined` if the pages state no such number, or if the stated number is never right: it may then mean something
 * else.
 */
export function pageCountFaults(
  trial: Trial,
  context: TrialContext,
  list: ItemList,
  observation: Observation,
): readonly Violation[] | undefined {
  if (!startsAtFirstPage(list, observation)) return undefined;
  const earlier = earlierReads(trial.operation, context, observation);
  const judged = placesOf(context.contract, list).flatMap((place) => {
    // The number of later elements may be unknown if a filter selects elements.
    if (place.isRemaining === true && !hasOnlyPaging(list, observation)) return [];
    const counts = countsOf(list, observation, place);
    if (counts.length === 0) return [];
    const wrong = counts.find(({ elements, stated }) => stated[0] !== elements);
    if (wrong === undefined) return [[]];
    const walks = [...earlier, observation].map((each) => countsOf(list, each, place));
    // The wrong number may depend on the page size, so each reading is also looked at by itself.
    return [walks.flat(), ...walks].some(countsElements)
      ? [[violation(trial, context, list, observation, place, wrong)]]
      : [];
  });
  return judged.length === 0 ? undefined : judged.flat().slice(0, 1);
}

/** The number of pages that a page states. */
export function statedPageCount(contract: Contract, list: ItemList, page: Observation): number | undefined {
  const [place] = placesOf(contract, list).filter(({ isRemaining }) => isRemaining !== true);
  return place && statedAt(page, place);
}

function placesOf(contract: Contract, list: ItemList): readonly Place[] {
  const counts = known.get(list) ?? pageCounts(contract, list);
  known.set(list, counts);
  return [
    ...counts.pages.map((at) => ({ at })),
    ...counts.headers.map((at) => ({ at, isHeader: true }) as const),
    ...counts.remaining.map((at) => ({ at, isRemaining: true }) as const),
  ];
}

function hasOnlyPaging(list: ItemList, { case: { input } }: Observation): boolean {
  const paging = pagingParameters(list);
  return Object.keys(input.query ?? {}).every((name) => paging.includes(name));
}

/**
 * For each page that states the number: the stated number and, in the member `elements`, the right number. Empty unless
 * the whole list was read in pages of one size and without repeated elements.
 */
function countsOf(list: ItemList, observation: Observation, place: Place): readonly Count[] {
  const read = readList(list, observation);
  if (
    read?.isWhole !== true ||
    new Set(read.keys).size < read.keys.length ||
    hasWrongTotal(list, observation, read.keys)
  )
    return [];
  const pages = pagesWithElements(list, observation);
  const sizes = pages.map((page) => elementsOf(list, successValue(page))?.length ?? 0);
  const [size = 0] = sizes;
  if (sizes.some((each, index) => (index < sizes.length - 1 ? each !== size : each > size))) return [];
  return pages.flatMap((page, index): readonly Count[] => {
    const stated = statedAt(page, place);
    const later = sizes.slice(index + 1).reduce((sum, each) => sum + each, 0);
    const right = place.isRemaining === true ? later : pages.length;
    return stated === undefined ? [] : [{ elements: right, stated: [stated], isOfPage: false }];
  });
}

/** Whether a page states a wrong number of all elements, which is a different fault. */
function hasWrongTotal({ total }: ItemList, page: Observation, keys: readonly string[]): boolean {
  const stated = total === undefined ? undefined : valueAt(successValue(page), total);
  return typeof stated === 'number' && stated !== keys.length;
}

function statedAt(page: Observation, { at, isHeader }: Place): number | undefined {
  const value = isHeader === true ? headerValue(replyOf(page)?.headers ?? [], at) : valueAt(successValue(page), at);
  if (typeof value === 'string') return /^\d{1,15}$/.test(value) && isHeader === true ? Number(value) : undefined;
  return typeof value === 'number' ? value : undefined;
}

function violation(
  { operation: { id } }: Trial,
  context: TrialContext,
  list: ItemList,
  { surface }: Observation,
  { at, isHeader, isRemaining }: Place,
  { elements: right, stated: [stated = 0] }: Count,
): Violation {
  const what = isRemaining === true ? 'the number of later elements' : 'the number of pages';
  const found = isRemaining === true ? `${right} elements follow` : `its elements are on ${right} pages`;
  return {
    surface,
    pointer: isHeader === true ? `/response/header/${at}` : `/response/body${at}`,
    kind: isRemaining === true ? 'wrong-remaining' : 'wrong-page-count',
    message: `${id} returns ${stated} as ${what} at ${at}, but ${found}.`,
    expected: right,
    received: stated,
    blame: responder(context),
    sharedBy: listsPagedAlike(context, list),
    cause: `${id} ${at}`,
  };
}
