import { valueIn, withoutValueIn } from '../../../contract/collections/body/body-place.js';
import type { BodyFilter, BodySearch } from '../../../contract/collections/body/body-search.js';
import { type Json, type JsonObject, ownValue } from '../../../contract/json/json.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { type Trial, type TrialContext, responder } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import {
  type SearchPage,
  type SearchWalk,
  earlierWalks,
  filterOf,
  keysOf,
  searchOf,
  searchPage,
  walkEnding,
} from '../evidence/search-walks.js';

type Judged = readonly Violation[] | undefined;

/**
 * Judges a search by POST, such as `POST /items/search`, with one filter in its body. Each returned element must match
 * the filter, and no matching element may be missing.
 */
export function searchFilterFaults(trial: Trial, context: TrialContext): Judged {
  const search = searchOf(trial, context);
  if (search === undefined || trial.case.expect.kind === 'rejected') return undefined;
  return judgedSearches(trial, (observation) => {
    const filter = onlyFilter(search, observation);
    const page = searchPage(search, observation);
    if (filter === undefined || page === undefined) return undefined;
    const wanted = valuesOf(filter, observation);
    const other = page.elements.find((element) => isOther(element, filter.name, wanted));
    const about = (kind: string, what: string, received: Json): Violation => ({
      ...common(context, observation),
      pointer: `/response/body${search.elements}/*${joinPointer('', filter.name)}`,
      kind,
      message: `${trial.operation.id} with ${filter.name}=${wanted.map((each) => String(each)).join(',')} in its body ${what}.`,
      expected: wanted.length === 1 ? (wanted[0] as Json) : wanted,
      received,
      cause: `${trial.operation.id} ${filter.name}`,
    });
    const received = other && (ownValue(other, filter.name) as Json);
    if (received !== undefined)
      return [about('not-matching', `returns an element whose ${filter.name} is ${String(received)}`, received)];
    const isMissing = context.isolated && lacksElement(search, observation, filter, wanted);
    if (isMissing) return [about('match-missing', 'lacks an element that matches', 'no element')];
    return page.elements.length > 0 || isMissing !== undefined ? [] : undefined;
  });
}

/**
 * Whether a search lacks an element that matches its filter: an earlier search without the filter returned the element.
 * `undefined` if there was no such search.
 */
function lacksElement(
  search: BodySearch,
  observation: Observation,
  { name }: BodyFilter,
  wanted: readonly Json[],
): boolean | undefined {
  const walk = walkEnding(search, observation);
  const all = earlierWalks(search, observation).findLast(({ filter, isWhole }) => isWhole && isEmpty(filter));
  const [own, others] = [walk && keysOf(walk), all && keysOf(all)];
  if (walk?.isWhole !== true || own === undefined || all === undefined || others === undefined) return undefined;
  const found = new Set(own.flat());
  const elements = all.pages.flatMap((page) => page.elements);
  return others.flat().some((key, index) => {
    const value = ownValue(elements[index] ?? null, name);
    return !found.has(key) && wanted.some((each) => sameJson(each, value));
  });
}

/**
 * Judges the pages of a search by POST: each element must be on exactly one page, and a different page size must give
 * the same elements.
 */
export function searchPageFaults(trial: Trial, context: TrialContext): Judged {
  const search = context.isolated ? searchOf(trial, context) : undefined;
  if (search?.page === undefined) return undefined;
  return judgedSearches(trial, (observation) => {
    const walk = walkEnding(search, observation);
    const earlier = earlierWalks(search, observation);
    const pages = walk && keysOf(walk);
    if (walk === undefined || pages === undefined || pages.length < 2) return undefined;
    const about = (kind: string, message: string, expected: Json, received: Json): Violation => ({
      ...common(context, observation),
      pointer: '/state/pages',
      kind,
      message,
      expected,
      received,
      cause: trial.operation.id,
    });
    const keys = beforeEnd(walk, pages, earlier).flat();
    const distinct = new Set(keys);
    const { id } = trial.operation;
    if (distinct.size < keys.length) {
      const message = `Two pages of ${id} contain the same element.`;
      return [about('element-repeated', message, 'each element once', 'an element twice')];
    }
    const other = earlier.findLast(({ filter, isWhole }) => isWhole && sameJson(filter, walk.filter));
    const wanted = other && keysOf(other)?.flat();
    const missing = walk.isWhole && wanted?.filter((key) => !distinct.has(key));
    if (missing === false || missing === undefined || missing.length === 0) return [];
    const message = `The pages of ${id} contain fewer elements with a different page size.`;
    return [about('elements-differ', message, wanted?.length ?? 0, distinct.size)];
  });
}

/**
 * The pages up to the end of a search. Some services answer every page after the last with a copy of the last one. The
 * first copy is then the end. It is not the end if there must be more elements: the page states a larger total, or an
 * earlier search returned more.
 */
function beforeEnd(
  { filter, pages: [first] }: SearchWalk,
  pages: readonly (readonly string[])[],
  earlier: readonly SearchWalk[],
): readonly (readonly string[])[] {
  const end = pages.findIndex((page, index) => index > 0 && sameJson([...page], [...(pages[index - 1] ?? [])]));
  if (end < 0) return pages;
  const read = pages.slice(0, end);
  const same = earlier
    .filter((other) => sameJson(other.filter, filter))
    .map((other) => new Set(keysOf(other)?.flat()).size);
  const known = Math.max(typeof first?.total === 'number' ? first.total : 0, ...same);
  return known > new Set(read.flat()).size ? pages : read;
}

/** Judges the total that a search by POST states: it must be the number of elements on all pages together. */
export function searchTotalFaults(trial: Trial, context: TrialContext): Judged {
  const search = context.isolated ? searchOf(trial, context) : undefined;
  if (search?.total === undefined) return undefined;
  return judgedSearches(trial, (observation) => {
    const count = countOf(walkEnding(search, observation));
    if (count === undefined) return undefined;
    const wrong = count.stated.find((each) => each !== count.elements);
    if (wrong === undefined) return [];
    const others = earlierWalks(search, observation).flatMap((each) => countOf(each) ?? []);
    if (![...others, count].some((each) => each.elements > 0 && (isRight(each) || each.isOfPage))) return undefined;
    return [
      {
        ...common(context, observation),
        pointer: `/response/body${search.total}`,
        kind: isEmpty(filterOf(search, observation)) ? 'wrong-total' : 'total-without-filter',
        message: `${trial.operation.id} returns ${wrong} as the number of elements at ${search.total}, but its pages have ${count.elements}.`,
        expected: count.elements,
        received: wrong,
        cause: `${trial.operation.id} ${search.total}`,
      },
    ];
  });
}

interface Count {
  readonly elements: number;
  readonly stated: readonly number[];
  /** True if there are several pages and each of them states its own number of elements in place of the total. */
  readonly isOfPage: boolean;
}

/**
 * The number of elements of a search that was read to its end, and the totals that its pages state. `undefined` if an
 * element is repeated, which is a different fault.
 */
function countOf(walk: SearchWalk | undefined): Count | undefined {
  const keys = walk?.isWhole === true ? keysOf(walk)?.flat() : undefined;
  if (walk === undefined || keys === undefined || new Set(keys).size < keys.length) return undefined;
  // An empty page at the end need not state the number.
  const pages = walk.pages.filter(({ elements }, index) => index === 0 || elements.length > 0);
  const stated = pages.map(({ total }) => total);
  if (!stated.every((each) => typeof each === 'number')) return undefined;
  const isOwn = ({ elements, total }: SearchPage): boolean => elements.length > 0 && elements.length === total;
  return { elements: keys.length, stated, isOfPage: pages.length > 1 && pages.every(isOwn) };
}

function isRight({ elements, stated }: Count): boolean {
  return stated.every((each) => each === elements);
}

/** The filter of a search, if it is the only member of the body apart from those for paging. */
function onlyFilter(search: BodySearch, observation: Observation): BodyFilter | undefined {
  const body = filterOf(search, observation);
  return search.filters.find((filter) => {
    const isSet = valueIn(body, filter) !== undefined && valueIn(body, filter) !== null;
    return isSet && isEmpty(withoutValueIn(body, filter));
  });
}

function valuesOf(filter: BodyFilter, { case: { input } }: Observation): readonly Json[] {
  const value = valueIn(input.body, filter) ?? null;
  return filter.isArray === true && Array.isArray(value) ? (value as readonly Json[]) : [value];
}

/**
 * Whether an element does not match a filter. An element without the member is not reported, and neither is a value
 * that differs only in letter case.
 */
function isOther(element: JsonObject, name: string, wanted: readonly Json[]): boolean {
  const value = ownValue(element, name);
  if (value === undefined || value === null || wanted.length === 0) return false;
  return wanted.every(
    (each) => typeof each === typeof value && String(each).toLowerCase() !== String(value).toLowerCase(),
  );
}

function isEmpty(body: JsonObject): boolean {
  return Object.keys(body).length === 0;
}

function judgedSearches(trial: Trial, judge: (observation: Observation) => Judged): Judged {
  const judged = trial.observations.flatMap((observation) => {
    const faults = judge(observation);
    return faults === undefined ? [] : [faults];
  });
  return judged.length === 0 ? undefined : judged.flat();
}

function common(context: TrialContext, { surface }: Observation): Pick<Violation, 'surface' | 'blame'> {
  return { surface, blame: responder(context) };
}
