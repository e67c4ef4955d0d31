import type { Case, CaseInput, Feed, Follow } from '../case.js';
import type { LinkedPages, PagesAfterElement } from '../page-kinds.js';
import type { SchemaSource } from '../contract.js';
import { queryLabel, queryValue, withQueryValue } from '../inputs/query-place.js';
import { fedInput } from '../inputs/link-expressions.js';
import { valueAt } from '../json/json-pointer.js';
import { type Json, type JsonObject, ownValue } from '../json/json.js';
import type { Operation } from '../operation.js';
import { nextInList } from './link-list.js';
import { type HeaderPair, joinedHeader } from '../wire/message.js';
import { matchPathTemplate, parsePathTemplate } from '../wire/path-template.js';
import { readQuery } from '../wire/request/read-query.js';

/** The parts of a page that may contain the cursor or link of the next page. */
export interface Page {
  readonly body: Json | undefined;
  readonly headers: readonly HeaderPair[];
}

/**
 * The request for a page. `raw` is set if the query of a link contains a name that is not a parameter of the operation,
 * so that `input` cannot express it.
 */
export type PageRequest = Pick<Case, 'input' | 'raw'>;

/**
 * The request for the page after `page`. `undefined` after the last page, or if the link to the next page leads to a
 * different path.
 */
export function nextRequest(
  { operation, schemas }: { readonly operation: Operation; readonly schemas: SchemaSource },
  follow: Follow,
  input: CaseInput,
  page: Page,
): PageRequest | undefined {
  if (!('by' in follow)) {
    const value = fedValue(page.body, follow);
    return value === undefined ? undefined : { input: fedInput(input, follow, value) };
  }
  if (follow.by === 'link') return linkedRequest(operation, schemas, input, targetOf(follow, page));
  if (follow.by === 'last') {
    const feed = lastElementFeed(follow, page.body);
    const value = feed && fedValue(page.body, feed);
    return feed === undefined || value === undefined ? undefined : { input: fedInput(input, feed, value) };
  }
  const count = elementCount(page.body, follow.elements);
  if (count === 0) return undefined;
  const current = Number(queryValue(input.query, follow) ?? follow.first);
  const query = withQueryValue(input.query, follow, current + (follow.by === 'page' ? 1 : count));
  return { input: { ...input, query } };
}

/** Whether a page states that there is a next page. The result may be true even if no input can request this page. */
export function leadsOn(follow: Follow, page: Page): boolean {
  if (!('by' in follow)) return fedValue(page.body, follow) !== undefined;
  if (follow.by === 'last') return lastElementFeed(follow, page.body) !== undefined;
  return follow.by === 'link' ? targetOf(follow, page) !== undefined : elementCount(page.body, follow.elements) > 0;
}

/**
 * Where the body of a page contains the identifier of its last element. `undefined` if the page is empty, or states
 * that no elements follow.
 */
export function lastElementFeed(
  { name, within, elements, id, more }: PagesAfterElement,
  body: Json | undefined,
): Feed | undefined {
  const count = elementCount(body, elements);
  if (count === 0 || (more !== undefined && valueAt(body, more.pointer) === more.last)) return undefined;
  return { in: 'query', name, ...(within !== undefined && { within }), pointer: `${elements}/${count - 1}${id}` };
}

/**
 * The value that an argument takes from a reply. If the value at the pointer is a URL, such as the URL of the next
 * page, the argument gets its value from the query of this URL.
 */
export function fedValue(
  body: Json | undefined,
  feed: Omit<Feed, 'in'> & { readonly in: Feed['in'] | 'body' },
): Json | undefined {
  const value = valueAt(body, feed.pointer);
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value === '') return undefined;
  return feed.in === 'query' ? (parameterIn(value, queryLabel(feed)) ?? value) : value;
}

function parameterIn(text: string, name: string): string | undefined {
  if (!/^(?:https?:\/\/|[/?])/.test(text) || !URL.canParse(text, 'http://service')) return undefined;
  return new URL(text, 'http://service').searchParams.get(name) ?? undefined;
}

function elementCount(body: Json | undefined, elements: string): number {
  const list = valueAt(body, elements);
  return Array.isArray(list) ? list.length : 0;
}

/**
 * The request for the target of the link to the next page. The query of the link becomes arguments of the operation. If
 * the query has a name that is not a parameter, such as the `$skiptoken` of OData, the query is sent unchanged.
 */
function linkedRequest(
  operation: Operation,
  schemas: SchemaSource,
  input: CaseInput,
  link: string | undefined,
): PageRequest | undefined {
  const base = `http://service${operation.path}`;
  if (link === undefined || link.length > LONGEST_LINK || !URL.canParse(link, base)) return undefined;
  const { pathname, search } = new URL(link, base);
  const path = ownPath(operation, pathname);
  if (path === undefined) return undefined;
  const query = readQuery(schemas, operation, search.slice(1));
  if (query !== undefined) return { input: { ...input, query: withGivenLists(query, input.query) } };
  const raw = { fault: 'link', words: 'with the query of the link to the next page', target: path + search } as const;
  return { input: { ...input, query: knownArguments(schemas, operation, search.slice(1)) }, raw };
}

/** The maximum length of a link that is followed. A longer one does not fit in the head of a request (RFC 9112 §3). */
const LONGEST_LINK = 8000;

/**
 * The query of a link, in which lists of the previous request keep their elements. A service may encode the commas of a
 * list in its link. `state=a%2Cb` would otherwise be read as a list with one element.
 */
function withGivenLists(query: JsonObject, given: JsonObject = {}): JsonObject {
  const isSame = (name: string, value: Json): boolean => {
    const own = ownValue(given, name);
    return Array.isArray(own) && Array.isArray(value) && own.join() === value.join();
  };
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, isSame(name, value) ? (given[name] as Json) : value]),
  );
}

/** The arguments in a query that are parameters of the operation. Other names are skipped. */
function knownArguments(schemas: SchemaSource, operation: Operation, query: string): JsonObject {
  const read = query.split('&').map((pair) => readQuery(schemas, operation, pair) ?? {});
  return Object.assign({}, ...read) as JsonObject;
}

/**
 * The last segments of the path of a URL, as many as the path template of the operation has. The base path of the
 * server may precede them. `undefined` if these segments do not match the template.
 */
function ownPath({ path }: Operation, pathname: string): string | undefined {
  const template = parsePathTemplate(withoutSlash(path));
  const length = withoutSlash(path).split('/').length - 1;
  const end = withoutSlash(pathname).split('/').slice(1).slice(-length);
  const own = `/${end.join('/')}`;
  return matchPathTemplate(template, own) === undefined
    ? undefined
    : own + pathname.slice(withoutSlash(pathname).length);
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The URI of the next page, from a member of the body or from the header `Link`. */
function targetOf({ pointer, inList }: LinkedPages, { body, headers }: Page): string | undefined {
  if (pointer === undefined) return nextTarget(headers);
  const value = valueAt(body, pointer);
  const target = inList === undefined ? value : nextInList(value, inList);
  return typeof target === 'string' && target !== '' ? target : undefined;
}

/** The URI in the header `Link` that has the relation `next` (RFC 8288 §3). */
function nextTarget(headers: readonly HeaderPair[]): string | undefined {
  for (const [, target, parameters = ''] of (joinedHeader(headers, 'link') ?? '').matchAll(LINK)) {
    const [, quoted, token] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters) ?? [];
    if ((quoted ?? token ?? '').toLowerCase().split(/\s+/).includes('next')) return target;
  }
  return undefined;
}

const LINK = /<([^>]*)>((?:\s*;\s*[\w*]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g;
