import type { CaseInput, Feed, Follow } from '../case.js';
import type { SchemaSource } from '../contract.js';
import { fedInput } from '../inputs/link-expressions.js';
import { valueAt } from '../json/json-pointer.js';
import type { Json, JsonObject } from '../json/json.js';
import type { Operation, Parameter } from '../operation.js';
import { schemaTypes } from '../wire/decode-value.js';
import { type HeaderPair, joinedHeader } from '../wire/message.js';

/** The parts of a page from which the request for the next page is made. */
export interface Page {
  readonly body: Json | undefined;
  readonly headers: readonly HeaderPair[];
}

/**
 * The input that requests the page after `page`; `undefined` after the last page, or if the input cannot express it.
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
    const query = linkedQuery(operation, schemas, page.headers);
    return query && { ...input, query };
  }
  const count = elementCount(page.body, follow.elements);
  if (count === 0) return undefined;
  const { [follow.name]: current = follow.first } = input.query ?? {};
  return { ...input, query: { ...input.query, [follow.name]: Number(current) + (follow.by === 'page' ? 1 : count) } };
}

/** Whether another page follows, even if no input can request it. */
export function leadsOn(follow: Follow, { body, headers }: Page): boolean {
  if (!('by' in follow)) return fedValue(body, follow) !== undefined;
  return follow.by === 'link' ? nextTarget(headers) !== undefined : elementCount(body, follow.elements) > 0;
}

/**
 * The value of a feed in a reply, in its form on the wire. If the reply contains a URL, such as the URL of the next
 * page, the value is taken from the query of this URL.
 */
export function fedValue(body: Json | undefined, { in: location, name, pointer }: Feed): Json | undefined {
  const value = valueAt(body, pointer);
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value === '') return undefined;
  return location === 'query' ? (parameterIn(value, name) ?? value) : value;
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
 * The query of the link to the next page; `undefined` if it has a parameter twice, or a parameter that the operation
 * does not have.
 */
function linkedQuery(
  { parameters }: Operation,
  schemas: SchemaSource,
  headers: readonly HeaderPair[],
): JsonObject | undefined {
  const target = nextTarget(headers);
  if (target === undefined || !URL.canParse(target, 'http://service')) return undefined;
  const query: Record<string, Json> = {};
  for (const [name, text] of new URL(target, 'http://service').searchParams) {
    const parameter = parameters.find((known) => known.in === 'query' && known.name === name);
    if (parameter === undefined || Object.hasOwn(query, name)) return undefined;
    query[name] = typed(schemas, parameter, text);
  }
  return query;
}

function typed(schemas: SchemaSource, { schema }: Parameter, text: string): Json {
  const types = schemaTypes(schemas, schema);
  const isNumber = (types.has('integer') || types.has('number')) && /^-?\d+(?:\.\d+)?$/.test(text);
  if (isNumber) return Number(text);
  return types.has('boolean') && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}

/** The target of the link to the next page (RFC 8288 §3): `<…>; rel="next"`. */
function nextTarget(headers: readonly HeaderPair[]): string | undefined {
  for (const [, target, parameters = ''] of (joinedHeader(headers, 'link') ?? '').matchAll(LINK)) {
    const [, quoted, token] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters) ?? [];
    if ((quoted ?? token ?? '').toLowerCase().split(/\s+/).includes('next')) return target;
  }
  return undefined;
}

const LINK = /<([^>]*)>((?:\s*;\s*[\w*]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g;
