import type { ItemList } from '../../../contract/collections/collection.js';
import { wholeLimit } from '../../../contract/collections/item-list.js';
import { chosen } from '../../../contract/collections/list-choices.js';
import { queryValue } from '../../../contract/inputs/query-place.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import { headerValue } from '../../../contract/wire/message.js';
import { parseJsonText } from '../../../contract/wire/request/split-request.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { replyOf } from '../../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';
import { successValue } from '../evidence/item-values.js';
import { elementsOf, listedCollection, listsPagedAlike, readList } from '../evidence/listed-elements.js';
import { searchTotalFaults } from './body-searches.js';
import { selectedList, selectsPart } from '../evidence/selected.js';
import { type Count, countsElements, earlierReads, isRight, otherPage, startsAtFirstPage } from './counts.js';
import { pageCountFaults } from './page-counts.js';

/** The numbers of elements and of pages that a page states are correct. */
export const total: TrialRule = {
  id: 'state/total',
  severity: 'must',
  statement:
    'If a page states the number of elements of a list (`total`, `total_count`, the header `X-Total-Count`, a member of the JSON object in `X-Pagination` …), the number equals the number of elements on all pages of the list.',
  details: [
    'With a filter or a search (`$filter`, `q`), the number equals the number of matching elements. It is not the number of all elements, unless all of them match.',
    'The stated number is checked only if it is right at least once for the list, if it grows with the list, or if each page states its own number of elements.',
    'A full page does not state its own number of elements as the total, if a call for another page of the same list states more.',
    'The number of pages (`total_pages`, `totalPages`, the header `X-Total-Pages` …) and, in calls without a filter, the number of the elements after a page (`remainingItemCount`) are judged in the same way, unless a description states that they are estimates.',
    'This also applies to a search by POST with its paging in the body.',
  ],
  source:
    'the contract: the integer or the header with a usual name for the number of elements or of pages, and the way to the next page',
  repair:
    'Count the elements of all pages that match the filters, without removed elements. Divide this number by the page size and round up to get the number of pages.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    const list = listedCollection(context, trial.operation.id)?.list;
    if (list === undefined) return searchTotalFaults(trial, context);
    if (!context.isolated || trial.case.feeds !== undefined) return undefined;
    const isPart = selectsPart(trial, context);
    const judged = trial.observations.flatMap((observation) => {
      const faults =
        (isPart ? unfilteredFaults : faultsOf)(trial, context, list, observation) ??
        ofPageFaults(trial, context, list, observation);
      // Numbers that are computed from a wrong total are wrong, too.
      const counts =
        faults === undefined || faults.length === 0 ? pageCountFaults(trial, context, list, observation) : [];
      return faults === undefined && counts === undefined ? [] : [[...(faults ?? []), ...(counts ?? [])]];
    });
    return judged.length === 0 ? undefined : judged.flat();
  },
};

function faultsOf(
  { operation }: Trial,
  context: TrialContext,
  list: ItemList,
  observation: Observation,
): readonly Violation[] | undefined {
  const count = list.total === undefined && list.totalHeader === undefined ? undefined : countOf(list, observation);
  if (count === undefined) return undefined;
  const wrong = count.stated.find((each) => each !== count.elements);
  if (wrong === undefined) return [];
  const others = earlierReads(operation, context, observation).flatMap((step) => countOf(list, step) ?? []);
  if (!countsElements([...others, count])) return undefined;
  return [violation(operation, context, list, observation, 'wrong-total', count, wrong)];
}

/**
 * The violations for a filtered list whose pages state the number of elements without the filter. Replies that also
 * state a number for the filter, such as `filtered_count`, are not judged.
 */
function unfilteredFaults(
  { operation, case: shown }: Trial,
  context: TrialContext,
  list: ItemList,
  observation: Observation,
): readonly Violation[] | undefined {
  const {
    filters = [],
    bounds = [],
    searches = [],
    expressions = [],
    tags = [],
  } = selectedList(context, operation) ?? {};
  const isFiltered = [...filters, ...bounds, ...searches, ...expressions, ...tags].some(
    (each) => chosen(shown.input.query, each) !== undefined,
  );
  const count = !isFiltered || hasOtherCount(list, observation) ? undefined : countOf(list, observation);
  if (count === undefined || count.stated.every((each) => each === count.elements)) return count && [];
  const whole = earlierReads(operation, context, observation)
    .flatMap((step) => countOf(list, step) ?? [])
    .at(-1);
  if (whole === undefined || whole.elements === 0 || !isRight(whole)) return undefined;
  if (count.stated.some((each) => each !== whole.elements)) return undefined;
  return [violation(operation, context, list, observation, 'total-without-filter', count, whole.elements)];
}

/**
 * The violation for a full page that states its own number of elements as the total, although a call for a different
 * page of the same list states a larger total.
 */
function ofPageFaults(
  { operation }: Trial,
  context: TrialContext,
  list: ItemList,
  observation: Observation,
): readonly Violation[] | undefined {
  const other = otherPage(list, observation);
  const [own, stated] = [statedIn(list, observation), other && statedIn(list, other)];
  const elements = elementsOf(list, successValue(observation))?.length;
  if (typeof own !== 'number' || typeof stated !== 'number') return undefined;
  if (own >= stated) return own === stated ? [] : undefined;
  const size = [list.limit, wholeLimitOf(list)].flatMap((place) =>
    place === undefined ? [] : (queryValue(observation.case.input.query, place) ?? []),
  );
  // The page must be full: a short page has all elements.
  if (own !== elements || own === 0 || !size.includes(own)) return undefined;
  const count = { elements: stated, stated: [own], isOfPage: true };
  const found = `a call for other elements of the same list returns ${stated}`;
  return [violation(operation, context, list, observation, 'wrong-total', count, own, found)];
}

function wholeLimitOf({ operation }: ItemList): { readonly name: string } | undefined {
  const name = wholeLimit(operation);
  return name === undefined ? undefined : { name };
}

/** Whether a page states a second number beside the total, which counts the elements that match the filter. */
function hasOtherCount(list: ItemList, page: Observation): boolean {
  const { total: pointer = '', totalHeader, totalMember } = list;
  if (totalMember !== undefined) return Object.keys(headerObject(list, page)).some((name) => OTHER_COUNT.test(name));
  if (totalHeader !== undefined) return (replyOf(page)?.headers ?? []).some(([name]) => OTHER_COUNT.test(name));
  const around = valueAt(successValue(page), pointer.slice(0, pointer.lastIndexOf('/')));
  return isJsonObject(around) && Object.keys(around).some((name) => OTHER_COUNT.test(name));
}

const OTHER_COUNT = /filter|match|found/i;

function violation(
  { id }: Trial['operation'],
  context: TrialContext,
  list: ItemList,
  { surface }: Observation,
  kind: 'wrong-total' | 'total-without-filter',
  { elements }: Count,
  stated: number,
  found = `its pages have ${elements}`,
): Violation {
  const member = list.totalMember === undefined ? '' : ` (${list.totalMember})`;
  const place = list.total ?? `${list.totalHeader ?? ''}${member}`;
  const which = kind === 'wrong-total' ? '' : ' with a filter';
  const all = kind === 'wrong-total' ? '' : ', as many as without the filter';
  return {
    surface,
    pointer: list.total === undefined ? `/response/header/${list.totalHeader ?? ''}` : `/response/body${place}`,
    kind,
    message: `${id}${which} returns ${stated} as the number of elements at ${place}${all}, but ${found}.`,
    expected: elements,
    received: stated,
    blame: responder(context),
    sharedBy: listsPagedAlike(context, list),
    cause: `${id} ${place}`,
  };
}

function countOf(list: ItemList, observation: Observation): Count | undefined {
  if (!startsAtFirstPage(list, observation)) return undefined;
  const read = readList(list, observation);
  // Pages that repeat elements are a different fault.
  if (read?.isWhole !== true || new Set(read.keys).size < read.keys.length) return undefined;
  // An empty page at the end of the list need not state the number.
  const pages = [observation, ...(observation.followed ?? [])].filter(
    (page, index) => index === 0 || elementsOf(list, successValue(page))?.length !== 0,
  );
  const found = pages.filter((page) => replyOf(page)?.status !== 404).map((page) => statedIn(list, page));
  // If only some calls ask for the number, the pages after the first one need not state it.
  const stated = found.filter((each, index) => index === 0 || list.counted === undefined || each !== undefined);
  if (!stated.every((each) => typeof each === 'number')) return undefined;
  const sizes = pages.map((page) => elementsOf(list, successValue(page))?.length);
  const isOfPage = sizes.length > 1 && sizes.every((size, index) => size !== 0 && size === found[index]);
  return { elements: read.keys.length, stated, isOfPage };
}

/**
 * The number of elements that a page states; `undefined` if it states none. If it states something else in this place,
 * such as a text, the result is that value.
 */
export function statedIn(list: ItemList, page: Observation): Json | undefined {
  const { total: pointer, totalHeader = '', totalMember } = list;
  if (pointer !== undefined) return valueAt(successValue(page), pointer);
  if (totalMember !== undefined) return ownValue(headerObject(list, page), totalMember);
  const text = headerValue(replyOf(page)?.headers ?? [], totalHeader);
  return text === undefined || !/^\d{1,15}$/.test(text) ? undefined : Number(text);
}

/** The JSON object in the header that contains the total; an empty object if there is none. */
function headerObject({ totalHeader = '' }: ItemList, page: Observation): JsonObject {
  const text = headerValue(replyOf(page)?.headers ?? [], totalHeader);
  const value = text === undefined ? undefined : parseJsonText(text);
  return isJsonObject(value) ? value : {};
}
