import { valueIn, withoutValueIn } from '../../../contract/collections/body/body-place.js';
import { listedItems } from '../../../contract/collections/reply-members.js';
import { type BodySearch, bodySearchOf } from '../../../contract/collections/body/body-search.js';
import { canonicalJson } from '../../../contract/json/canonical-json.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import type { Observation } from '../../../surfaces/observation.js';
import { sameJson } from '../../values/same-json.js';
import type { Trial, TrialContext } from '../../rule.js';
import { successValue } from './item-values.js';

/**
 * All pages of a search by POST, from the first one on. The search was made twice, and both times had the same results.
 */
export interface SearchWalk {
  /** The body of the search without the members for paging. */
  readonly filter: JsonObject;
  readonly pages: readonly SearchPage[];
  /** Whether the last page that was read is the end of the results. */
  readonly isWhole: boolean;
}

export interface SearchPage {
  readonly elements: readonly JsonObject[];
  readonly total: Json | undefined;
}

/**
 * The search by POST that a trial calls; `undefined` if it calls a different operation, or if the request is malformed.
 */
export function searchOf({ operation, case: { raw } }: Trial, { contract }: TrialContext): BodySearch | undefined {
  return raw === undefined ? bodySearchOf(contract, operation) : undefined;
}

/** The body of a search without its paging. */
export function filterOf({ page, limit }: BodySearch, { case: { input } }: Observation): JsonObject {
  const own = isJsonObject(input.body) ? input.body : {};
  return [page, limit].reduce<JsonObject>((body, place) => (place ? withoutValueIn(body, place) : body), own);
}

/** The elements and the stated total of one page; `undefined` if the call failed, or if an element is not an object. */
export function searchPage(search: BodySearch, observation: Observation): SearchPage | undefined {
  const value = successValue(observation);
  const elements = listedItems(value, search);
  if (elements === undefined || !elements.every((each) => isJsonObject(each))) return undefined;
  const total = search.total === undefined ? undefined : valueAt(value, search.total);
  return { elements, total };
}

/**
 * The search that ends with this call, which reads the last page for the second time. `undefined` if it is not such a
 * call, or if the results of both times differ.
 */
export function walkEnding(search: BodySearch, observation: Observation): SearchWalk | undefined {
  const calls = [...(observation.earlier ?? []), observation];
  const bodyOf = ({ case: { operation, input } }: Observation): string | undefined =>
    operation === search.operation.id ? canonicalJson(unpaged(search, input.body)) : undefined;
  const own = bodyOf(observation);
  const run = calls.slice(calls.findLastIndex((each) => bodyOf(each) !== own) + 1);
  const half = run.length / 2;
  if (!Number.isInteger(half)) return undefined;
  const [first, second] = [run.slice(0, half), run.slice(half)].map((each) => readWalk(search, each));
  return first !== undefined && sameJson(asJson(first), asJson(second)) ? first : undefined;
}

/** The searches that ended before this call, if no call of a different operation came after them. */
export function earlierWalks(search: BodySearch, { earlier = [] }: Observation): readonly SearchWalk[] {
  const from = earlier.findLastIndex(({ case: { operation } }) => operation !== search.operation.id) + 1;
  return earlier.slice(from).flatMap((each, index) => {
    const walk = walkEnding(search, { ...each, earlier: earlier.slice(from, from + index) });
    return walk ?? [];
  });
}

function unpaged({ page }: BodySearch, body: Json | undefined): JsonObject {
  if (page === undefined) return isJsonObject(body) ? body : {};
  return withoutValueIn(body, page);
}

function asJson(walk: SearchWalk | undefined): Json {
  return walk === undefined ? null : walk.pages.map(({ elements, total = null }) => [elements, total]);
}

/**
 * Reads the pages of one search. `undefined` if the calls do not request consecutive pages, or if no page can be read.
 * A page after the last one may fail.
 */
function readWalk(search: BodySearch, calls: readonly Observation[]): SearchWalk | undefined {
  const [first] = calls;
  const size = first && search.limit && valueIn(first.case.input.body, search.limit);
  if (first === undefined || !calls.every((each, index) => isAt(search, each, index, size))) return undefined;
  const read = calls.map((each) => searchPage(search, each));
  // A service may answer an error for a page after the last one.
  const failed = read.indexOf(undefined);
  const pages = (failed < 0 ? read : read.slice(0, failed)).filter((each) => each !== undefined);
  if (pages.length === 0) return undefined;
  const hasPages = search.page !== undefined || search.limit !== undefined || search.hasOtherPaging;
  const isAtEnd = failed >= 0 || !hasPages || (search.page !== undefined && pages.at(-1)?.elements.length === 0);
  return { filter: filterOf(search, first), pages, isWhole: isAtEnd && !search.hasOtherPaging };
}

/** Whether a call requests this page of a search; the first page has the index 0. */
function isAt({ page }: BodySearch, { case: { input } }: Observation, index: number, size: Json | undefined): boolean {
  if (page === undefined) return index === 0;
  const step = page.by === 'page' ? 1 : size;
  return typeof step === 'number' && valueIn(input.body, page) === page.first + index * step;
}

/**
 * A key to compare elements of a search: the canonical JSON of the whole element. `undefined` if the element has no
 * identifier, such as `id`.
 */
export function identified(element: Json): string | undefined {
  const id = ['id', '_id', 'uuid', 'guid'].map((name) => ownValue(element, name)).find((value) => value !== undefined);
  return typeof id === 'string' || typeof id === 'number' ? canonicalJson(element) : undefined;
}

/**
 * The keys of the elements of each page, in order (see `identified`). `undefined` if an element has no identifier, or
 * if a page contains an element twice.
 */
export function keysOf({ pages }: SearchWalk): readonly (readonly string[])[] | undefined {
  const keys = pages.map(({ elements }) => elements.map((each) => identified(each)));
  if (keys.flat().includes(undefined) || keys.some((page) => new Set(page).size < page.length)) return undefined;
  return keys as readonly (readonly string[])[];
}
