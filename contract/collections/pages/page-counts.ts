import type { Contract, SchemaSource } from '../../contract.js';
import { documentsHeader } from '../../documented-responses.js';
import { joinPointer } from '../../json/json-pointer.js';
import type { SchemaUri } from '../../operation.js';
import { schemaTypes, textsInPlace } from '../../wire/decode-value.js';
import type { ItemList } from '../collection.js';
import { isEstimate } from '../item-list.js';
import { pagesOf } from '../main-list.js';
import { ofPageMembers } from '../paging.js';
import { statedMembers, successSchema } from '../reply-members.js';

/**
 * Where a page states numbers that can be checked: the number of all pages, and the number of elements after this page.
 * A check compares them with the pages and elements that it counts in the whole list.
 */
export interface PageCounts {
  /** Pointers, in a page, to the number of all pages. */
  readonly pages: readonly string[];
  /** Names of the headers with the number of all pages. In lower case. */
  readonly headers: readonly string[];
  /** Pointers to the number of elements that follow the page. */
  readonly remaining: readonly string[];
}

const PAGES = /^(?:total[-_]?pages?|pages?[-_]?total|num(?:ber)?[-_]?(?:of[-_]?)?pages)$/i;
/**
 * Matches names of members with the number of the last page. If the first page has the number 1, the number of the last
 * page equals the number of all pages.
 */
const LAST_PAGE = /^last[-_]?page$/i;
/**
 * Names that may mean the number of all pages or the number of elements on one page. A number with such a name is used
 * only if its description states the meaning.
 */
const MAYBE_PAGES = /^(?:pages?[-_]?count|pages)$/i;
const OF_PAGES = /\b(?:number|count|total) of (?:all )?(?:the )?pages\b/i;
const PAGES_HEADERS = ['x-total-pages', 'x-pagination-page-count', 'x-wp-totalpages'];
const REMAINING = /^(?:remaining[-_]?(?:item|element|result|record)s?[-_]?count|remaining[-_]?count)$/i;

/**
 * Finds the members of a page that contain the number of pages or of remaining elements, by their names. A number that
 * may be an estimate is skipped.
 */
export function pageCounts(contract: Contract, list: ItemList): PageCounts {
  const { operation, next } = list;
  const reply = successSchema(operation);
  const pages = reply === undefined ? undefined : pagesOf(contract, reply);
  if (pages === undefined || next === undefined) return { pages: [], headers: [], remaining: [] };
  const { schemas } = contract;
  const { at, schema } = pages;
  const isFromOne = 'by' in next && next.by === 'page' && next.first === 1;
  const named = (isNamed: (name: string, stated: readonly SchemaUri[]) => boolean): readonly string[] => {
    const pointers = (conjunction: readonly SchemaUri[]): readonly string[] =>
      [...statedMembers(schemas, conjunction)].flatMap(([name, stated]) =>
        isNamed(name, stated) && isCount(schemas, stated) ? [joinPointer('', name)] : [],
      );
    return [...pointers([schema]), ...ofPageMembers(schemas, schema, pointers)].map((pointer) => at + pointer);
  };
  return {
    pages: named(
      (name, stated) =>
        PAGES.test(name) ||
        (isFromOne && LAST_PAGE.test(name)) ||
        (MAYBE_PAGES.test(name) && textsInPlace(schemas, stated).some((text) => OF_PAGES.test(text))),
    ),
    headers: PAGES_HEADERS.filter((name) => documentsHeader(operation, name)),
    remaining: named((name) => REMAINING.test(name)),
  };
}

function isCount(schemas: SchemaSource, stated: readonly SchemaUri[]): boolean {
  return (
    stated.some((uri) => schemaTypes(schemas, uri).has('integer')) && !stated.some((uri) => isEstimate(schemas, uri))
  );
}
