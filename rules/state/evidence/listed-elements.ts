import type { Collection, ItemList } from '../../../contract/collections/collection.js';
import type { SchemaSource } from '../../../contract/contract.js';
import type { OperationId } from '../../../contract/operation.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';
import { canonicalJson } from '../../../contract/json/canonical-json.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import type { Observation } from '../../../surfaces/observation.js';
import { queryValue } from '../../../contract/inputs/query-place.js';
import { locatedId } from '../../../contract/inputs/located-id.js';
import { EMBEDDED, listedItems } from '../../../contract/collections/reply-members.js';
import { leadsOn } from '../../../contract/collections/next-page.js';
import { isAfterLast, pagingParameters } from '../../../contract/collections/paging.js';
import { replyOf } from '../../reply.js';
import { sameJson } from '../../values/same-json.js';
import type { TrialContext } from '../../rule.js';
import { type CreatedItem, successValue } from './item-values.js';

/** The elements of a list that was read from its first page on. */
export interface ReadList {
  /**
   * A key for each element, in order, by which elements are compared: the identifier, or the whole JSON if there is
   * none.
   */
  readonly keys: readonly string[];
  readonly elements: readonly JsonObject[];
  /** The bodies of the pages. */
  readonly pages: readonly Json[];
  /** Whether the list was read to its last page. If not, a missing element may be on a page that was not read. */
  readonly isWhole: boolean;
}

export interface Listed {
  readonly collection: Collection;
  readonly list: ItemList;
}

/** The list that an operation returns, and the collection to which it belongs. */
export function listedCollection({ collections = [] }: TrialContext, operation: string): Listed | undefined {
  const collection = collections.find(({ list }) => list?.operation.id === operation);
  return collection?.list === undefined ? undefined : { collection, list: collection.list };
}

/**
 * The operations whose lists have the same parameters for paging, sorted by name. They probably share the code for
 * paging, so a fault in the paging of one list is probably a fault of all of them. If a list has no such parameters,
 * the parameter that asks for the total is compared.
 */
export function listsPagedAlike({ collections = [], contract }: TrialContext, list: ItemList): readonly OperationId[] {
  const { schemas } = contract;
  const parameters = pageParameters(schemas, list);
  if (parameters.length === 0) return [list.operation.id];
  return [...new Set(collections.flatMap((each) => each.list ?? []))]
    .filter((other) => sameJson(pageParameters(schemas, other), parameters))
    .map(({ operation }) => operation.id)
    .toSorted();
}

/**
 * The names and schemas of the query parameters for paging. Contracts that are generated from code write a shared
 * parameter again in each operation, so it is recognised by its name and schema.
 */
function pageParameters(schemas: SchemaSource, list: ItemList): readonly Json[] {
  const paging = pagingParameters(list);
  const names = paging.length === 0 && list.counted !== undefined ? [list.counted] : paging;
  return list.operation.parameters
    .filter((each) => each.in === 'query' && names.includes(each.name))
    .map(({ name, schema }) => [name, ...schemasInPlace(schemas, schema).values()]);
}

/**
 * Reads the elements on all pages of a list; `undefined` if a page failed, cannot be parsed, or has elements that are
 * not objects.
 */
export function readList(list: ItemList, observation: Observation): ReadList | undefined {
  const { read, isAtEnd } = readPages(list, observation);
  const pages = read.map(successValue);
  const elements = pages.flatMap((page): readonly (Json | undefined)[] => elementsOf(list, page) ?? [undefined]);
  if (!elements.every((element) => isJsonObject(element))) return undefined;
  return {
    elements,
    pages: pages.flatMap((page) => page ?? []),
    keys: elements.map((element) => keyOf(list, element)),
    isWhole: isAtEnd && list.unknownPaging.length === 0,
  };
}

/**
 * The pages of a list, and whether its end was reached. With page numbers, the end may be marked by one more page: a
 * 404, or a repetition of the page before. This page is left out.
 */
function readPages(
  { next, limit }: ItemList,
  first: Observation,
): { readonly read: readonly Observation[]; readonly isAtEnd: boolean } {
  const read = [first, ...(first.followed ?? [])];
  // A page of size 0 has no elements, whether or not the list has any.
  if (limit !== undefined && Number(queryValue(first.case.input.query, limit)) === 0) return { read, isAtEnd: false };
  if (next === undefined) return { read, isAtEnd: limit === undefined };
  const [last, before] = [read.at(-1) ?? first, read.at(-2)];
  const status = replyOf(last)?.status;
  // If the next page starts after the last element, the same page again does not end the list: a new page must follow.
  const isNumbered = 'by' in next && !isAfterLast(next);
  if (isNumbered && before !== undefined && (status === 404 || isSamePage(before, last)))
    return { read: read.slice(0, -1), isAtEnd: true };
  const headers = replyOf(last)?.headers ?? [];
  return { read, isAtEnd: !leadsOn(next, { body: successValue(last), headers }) };
}

/** The pages of a list that have elements. */
export function pagesWithElements(list: ItemList, first: Observation): readonly Observation[] {
  return readPages(list, first).read.filter((page) => elementsOf(list, successValue(page))?.length !== 0);
}

/** Whether two pages have the same body. */
export function isSamePage(one: Observation, other: Observation): boolean {
  const [first, second] = [successValue(one), successValue(other)];
  return first !== undefined && second !== undefined && sameJson(first, second);
}

/**
 * The items on one page. For an element that contains no item, such as the entry of a removed item, the result has
 * `null`. A page without the list counts as empty if the contract permits this.
 */
export function elementsOf(list: ItemList, page: Json | undefined): readonly Json[] | undefined {
  return listedItems(page, list) ?? (isEmptyPage(list, page) ? [] : undefined);
}

function isEmptyPage({ elements, isOmittedIfEmpty }: ItemList, page: Json | undefined): boolean {
  if (valueAt(page, elements) !== undefined) return false;
  const isEmbedded =
    elements.startsWith(`/${EMBEDDED}/`) && isJsonObject(page) && ownValue(page, EMBEDDED) === undefined;
  return (
    isEmbedded ||
    (isOmittedIfEmpty === true && isJsonObject(valueAt(page, elements.slice(0, elements.lastIndexOf('/')))))
  );
}

/** A key by which elements are compared: the identifier of the element or, if it has none, its whole JSON. */
function keyOf({ id }: ItemList, element: JsonObject): string {
  const value = id === undefined ? undefined : ownValue(element, id);
  return value === undefined ? canonicalJson(element) : JSON.stringify(value);
}

/** The elements of a list that have the identifier of a created item; `undefined` if this identifier is not known. */
export function elementsOfItem(
  { id: name, location }: ItemList,
  { value, uri }: CreatedItem,
  elements: readonly JsonObject[],
): readonly JsonObject[] | undefined {
  if (name === undefined) return undefined;
  const isLocated = location !== undefined && uri !== undefined;
  const id = isLocated ? locatedId(uri, location) : ownValue(value, name);
  if (id === undefined) return undefined;
  return elements.filter((element) => {
    const own = ownValue(element, name);
    // A path has no types, so an identifier in a `Location` may equal a number.
    return own === id || (isLocated && own !== undefined && String(own) === String(id));
  });
}

/**
 * Whether a filtered list (`now`) lacks an element of the whole list (`before`) that matches the filter. Elements
 * without an identifier are only counted, because their members may have changed between the two calls.
 */
export function lacksMatch(
  { id }: ItemList,
  before: ReadList,
  now: ReadList,
  matches: (element: JsonObject) => boolean,
): boolean {
  const wanted = new Set(before.keys.filter((_, index) => matches(before.elements[index] as JsonObject)));
  if (id === undefined) return wanted.size > now.elements.length;
  return [...wanted].some((key) => !now.keys.includes(key));
}
