import type { ItemList } from '../../../../contract/collections/collection.js';
import { isPagingName } from '../../../../contract/collections/item-list.js';
import { leadsOn } from '../../../../contract/collections/next-page.js';
import { isEndStated, isLastPageStated } from '../../../../contract/collections/pages/stated-end.js';
import { isAfterLast, isLinked, pagingParameters } from '../../../../contract/collections/paging.js';
import type { Contract } from '../../../../contract/contract.js';
import { pointerTokens, valueAt } from '../../../../contract/json/json-pointer.js';
import type { Observation } from '../../../../surfaces/observation.js';
import type { Violation } from '../../../finding.js';
import { replyOf } from '../../../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../../rule.js';
import { successValue } from '../../evidence/item-values.js';
import { startsAtFirstPage } from '../counts.js';
import { statedPageCount } from '../page-counts.js';
import { statedIn } from '../total.js';
import { elementsOf, isSamePage, listedCollection, listsPagedAlike, readList } from '../../evidence/listed-elements.js';

/** If a page states whether more elements follow, the next pages agree. */
export const hasMore: TrialRule = {
  id: 'state/has-more',
  severity: 'must',
  statement:
    'If a page states whether further elements follow (`has_more`, `hasNextPage`, `is_last` …), the pages after it agree.',
  details: [
    'If a page states that no elements follow, no later page has a new element.',
    'If a page states that elements follow, it has a cursor or a link to the next page, or, if pages are requested by number or by the last element, the next page has elements.',
    'If a text states that the cursor is absent or `null` exactly if no elements follow, a page with a cursor is not followed by an empty page.',
    'If a text states that the last page has no cursor or no `next` link, this is true of the page that is last by its stated total of elements or pages.',
  ],
  source:
    'the contract: the boolean with a common name for this statement, or a text about the cursor of the last page; the way to the next page',
  repair:
    'Compute the member and the cursor from one value: whether an element exists after the last element of the page.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    const list = listedCollection(context, trial.operation.id)?.list;
    if (list === undefined || !context.isolated) return undefined;
    const { contract } = context;
    const isStated = isEndStated(contract, list);
    const isOfLast = !isStated && isLastPageStated(contract, list);
    if (list.more === undefined && !isStated && !isOfLast) return undefined;
    const isEnd: IsEnd = (pages, index) => isStated || (isOfLast && isLastByCount(contract, list, pages, index));
    const judged = trial.observations.flatMap((observation) => {
      const found = statedPages(list, observation, isEnd);
      return found.length === 0 ? [] : [{ surface: observation.surface, found }];
    });
    if (judged.length === 0) return undefined;
    return judged.flatMap(({ surface, found }) => {
      const wrong = found.find(({ states, follows }) => states !== follows);
      return wrong === undefined ? [] : [violation(trial, context, list, surface, wrong)];
    });
  },
};

/** A page of a list whose next pages were read too. */
interface StatedPage {
  /** The number of the page; the first page has the number 1. */
  readonly number: number;
  /** What the page states: whether further elements follow. */
  readonly states: boolean;
  /** What the other pages show: whether further elements really follow. */
  readonly follows: boolean;
}

/** Whether the contract states that this page, after which no element follows, has no cursor or link to a next page. */
type IsEnd = (pages: readonly Observation[], index: number) => boolean;

/** Whether a page is the last one, according to the number of all elements or of all pages that it states. */
function isLastByCount(contract: Contract, list: ItemList, pages: readonly Observation[], index: number): boolean {
  const [first, page] = [pages[0], pages[index]];
  if (first === undefined || page === undefined || !startsAtFirstPage(list, first)) return false;
  const [elements, count] = [statedIn(list, page), statedPageCount(contract, list, page)];
  const seen = pages.slice(0, index + 1).reduce((sum, each) => sum + successElements(list, each), 0);
  return elements === seen || (typeof elements !== 'number' && count === index + 1);
}

function statedPages(list: ItemList, first: Observation, isEnd: IsEnd): readonly StatedPage[] {
  const { more, next } = list;
  const pages = [first, ...(first.followed ?? [])];
  return pages.flatMap((page, index): readonly StatedPage[] => {
    const body = successValue(page);
    const follows =
      isBeforeEmptyPage(list, pages, index) && isEnd(pages, index) ? false : followedBy(list, pages, index);
    if (body === undefined || next === undefined || follows === undefined) return [];
    const value = more === undefined ? undefined : valueAt(body, more.pointer);
    const leads = leadsOn(next, { body, headers: replyOf(page)?.headers ?? [] });
    const states = more === undefined ? leads : typeof value === 'boolean' ? value !== more.last : undefined;
    return states === undefined ? [] : [{ number: index + 1, states, follows }];
  });
}

/** Whether a page has elements, but the next page is empty and the last one, or is refused. */
function isBeforeEmptyPage(list: ItemList, pages: readonly Observation[], index: number): boolean {
  const [page, next] = [pages[index], pages[index + 1]];
  const isLast = index + 2 === pages.length;
  if (page === undefined || next === undefined || !isLast || list.next === undefined) return false;
  const { status = 0, headers = [] } = replyOf(next) ?? {};
  if (status === 400 || status === 404 || status === 422) return successElements(list, page) > 0;
  const leads = leadsOn(list.next, { body: successValue(next), headers });
  return successElements(list, page) > 0 && elementsOf(list, successValue(next))?.length === 0 && !leads;
}

/** Whether elements follow after a page; `undefined` if the pages that were read do not show it. */
function followedBy(list: ItemList, pages: readonly Observation[], index: number): boolean | undefined {
  const [page, next] = [pages[index], pages[index + 1]];
  if (page === undefined || list.next === undefined) return undefined;
  const isNumbered = 'by' in list.next && !isLinked(list.next);
  if (next === undefined) return isNumbered ? undefined : isLastByCursor(list, pages);
  // A service may repeat its last page for all later page numbers.
  const isEnd = isNumbered && (replyOf(next)?.status === 404 || isSamePage(page, next));
  const keys = isEnd ? [] : readList(list, { ...next, followed: [] })?.keys;
  if (keys === undefined) return undefined;
  const known = new Set(
    pages.slice(0, index + 1).flatMap((each) => readList(list, { ...each, followed: [] })?.keys ?? []),
  );
  if (keys.some((key) => !known.has(key))) return true;
  // Pages that repeat earlier elements do not show whether further elements follow.
  if (isAfterLast(list.next) && successElements(list, next) > 0) return undefined;
  return isNumbered ? false : undefined;
}

/**
 * `false` if the last page that was read has no cursor or link, and an earlier page had one: no element follows.
 * `undefined` for any other list. Also `undefined` if the list has several ways to the next page, because another way
 * may lead to further elements.
 */
function isLastByCursor(list: ItemList, pages: readonly Observation[]): false | undefined {
  const { next, operation } = list;
  const last = pages.at(-1);
  if (next === undefined || last === undefined || pages.length < 2) return undefined;
  const used = pagingParameters(list);
  const others = operation.parameters.filter(
    ({ in: place, name }) => place === 'query' && !used.includes(name) && isPagingName(name),
  );
  const isOnlyWay = others.length === 0 || isLinked(next);
  const body = successValue(last);
  const leads = leadsOn(next, { body, headers: replyOf(last)?.headers ?? [] });
  return isOnlyWay && body !== undefined && !leads ? false : undefined;
}

/** The number of elements on a page. */
function successElements(list: ItemList, page: Observation): number {
  return elementsOf(list, successValue(page))?.length ?? 0;
}

function violation(
  { operation: { id } }: Trial,
  context: TrialContext,
  list: ItemList,
  surface: string,
  { number, states, follows }: StatedPage,
): Violation {
  const { pointer = '', last = false } = list.more ?? {};
  const value = states !== last;
  const what = follows ? `page ${number + 1} has further elements` : 'no further elements follow';
  if (list.more === undefined) return cursorViolation(id, context, list, surface, number);
  return {
    surface,
    pointer: `/response/body${pointer}`,
    kind: 'wrong-flag',
    message: `Page ${number} of ${id} states \`${pointerTokens(pointer).at(-1) ?? ''}: ${value}\`, but ${what}.`,
    expected: !value,
    received: value,
    blame: responder(context),
    cause: id,
    sharedBy: listsPagedAlike(context, list),
  };
}

/** The violation if the last page has a cursor or link, although a text of the contract states that it has none. */
function cursorViolation(
  id: string,
  context: TrialContext,
  list: ItemList,
  surface: string,
  number: number,
): Violation {
  const { next } = list;
  const pointer = next !== undefined && 'pointer' in next ? next.pointer : undefined;
  const what = next !== undefined && isLinked(next) ? 'a link to a next page' : 'a cursor';
  const place = pointer === undefined ? 'the header `Link`' : `\`${pointerTokens(pointer).at(-1) ?? ''}\``;
  return {
    surface,
    pointer: pointer === undefined ? '/response/header/link' : `/response/body${pointer}`,
    kind: 'cursor-at-end',
    message: `Page ${number} of ${id} has ${what} in ${place}, but no further elements follow.`,
    expected: `no ${what.replace('a ', '')}`,
    received: what,
    blame: responder(context),
    cause: id,
    sharedBy: listsPagedAlike(context, list),
  };
}
