import type { CaseInput, Feed, Follow } from '../case.js';
import type { LinkedPages, PagesAfterElement } from '../page-kinds.js';
import type { SchemaSource } from '../contract.js';
import { queryLabel, queryValue, withQueryValue } from '../inputs/query-place.js';
import { fedInput } from '../inputs/link-expressions.js';
import { valueAt } from '../json/json-pointer.js';
import type { Json, JsonObject } from '../json/json.js';
import type { Operation } from '../operation.js';
import { type HeaderPair, joinedHeader } from '../wire/message.js';
import { matchPathTemplate, parsePathTemplate } from '../wire/path-template.js';
import { readQuery } from '../wire/request/read-query.js';

/** The parts of a page that may contain the cursor or link of the next page. */
export interface Page {
  readonly body: Json | undefined;
  readonly headers: readonly HeaderPair[];
}

/**
 * The input that requests the page after `page`. `undefined` after the last page, or if the operation's arguments
 * cannot express the link to the next page.
 */
export function nextInput(
  { operation, schemas }: { readonly operation: Operation; readonly schemas: SchemaSource },
  follow: Follow,
  input: CaseInput,
  page: Page,
): CaseInput | undefined {
  if (!('by' in follow)) {
    const value = fedValue(page.body, follow);
    return value === undefined ? undefined : fedInput(input, follow, value);
  }
  if (follow.by === 'link') {
    const query = linkedQuery(operation, schemas, targetOf(follow, page));
    return query && { ...input, query };
  }
  if (follow.by === 'last') {
    const feed = lastElementFeed(follow, page.body);
    const value = feed && fedValue(page.body, feed);
    return feed === undefined || value === undefined ? undefined : fedInput(input, feed, value);
  }
  const count = elementCount(page.body, follow.elements);
  if (count === 0) return undefined;
  const current = Number(queryValue(input.query, follow) ?? follow.first);
  return { ...input, query: withQueryValue(input.query, follow, current + (follow.by === 'page' ? 1 : count)) };
}

/** Whether `page` refers to a next page, even if no input can request the next page. */
export function leadsOn(follow: Follow, page: Page): boolean {
  if (!('by' in follow)) return fedValue(page.body, follow) !== undefined;
  if (follow.by === 'last') return lastElementFeed(follow, page.body) !== undefined;
  return follow.by === 'link' ? targetOf(follow, page) !== undefined : elementCount(page.body, follow.elements) > 0;
}

/**
 * The place of the identifier of the last element in a page. `undefined` if the page is empty, or states that no
 * elements follow.
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
 * The value that an argument takes from a reply. If the value in the reply is a URL, such as the URL of the next page,
 * the argument takes its value from the query of this URL.
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
 * The query of the link to the next page. `undefined` if the link leads to a different path, or if its query has a
 * parameter that the operation does not have.
 */
function linkedQuery(operation: Operation, schemas: SchemaSource, target: string | undefined): JsonObject | undefined {
  const base = `http://service${operation.path}`;
  if (target === undefined || !URL.canParse(target, base)) return undefined;
  const { pathname, search } = new URL(target, base);
  return isPathOf(operation, pathname) ? readQuery(schemas, operation, search.slice(1)) : undefined;
}

/** Whether a path ends with the path of the operation. The base path of the server may precede it. */
function isPathOf({ path }: Operation, pathname: string): boolean {
  const template = parsePathTemplate(withoutSlash(path));
  const length = withoutSlash(path).split('/').length - 1;
  const end = withoutSlash(pathname).split('/').slice(1).slice(-length);
  return matchPathTemplate(template, `/${end.join('/')}`) !== undefined;
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The target of the link to the next page, from a member of the body or from the header `Link`. */
function targetOf({ pointer }: LinkedPages, { body, headers }: Page): string | undefined {
  if (pointer === undefined) return nextTarget(headers);
  const target = valueAt(body, pointer);
  return typeof target === 'string' && target !== '' ? target : undefined;
}

/** The target of the link with `rel="next"` in the header `Link` (RFC 8288 §3). */
function nextTarget(headers: readonly HeaderPair[]): string | undefined {
  for (const [, target, parameters = ''] of (joinedHeader(headers, 'link') ?? '').matchAll(LINK)) {
    const [, quoted, token] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters) ?? [];
    if ((quoted ?? token ?? '').toLowerCase().split(/\s+/).includes('next')) return target;
  }
  return undefined;
}

const LINK = /<([^>]*)>((?:\s*;\s*[\w*]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g;
