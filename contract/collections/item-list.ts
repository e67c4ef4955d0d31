import type { Feed, Follow, LinkedPages, NumberedPages } from '../case.js';
import type { Contract, SchemaSource } from '../contract.js';
import { documentsHeader } from '../documented-responses.js';
import { isValidInput } from '../inputs/input-violations.js';
import { linkedNext } from '../inputs/link-expressions.js';
import { ownValue } from '../json/json.js';
import { joinPointer } from '../json/json-pointer.js';
import type { Operation, Parameter, SchemaUri } from '../operation.js';
import { schemaTypes, schemasInPlace } from '../wire/decode-value.js';
import type { CollectionCorrection, ItemList, PageLimit, PagingCorrection } from './collection.js';
import { envelopeOf, placeIn } from './envelope.js';
import { elementSchemas, schemasAt, statedMembers, statedNumber, successSchema } from './reply-members.js';

/** Common names of the parameter for the number of elements on a page. */
const PAGE_LIMIT =
  /^\$?(?:(?:page|max|list)?[-_.]?(?:limit|size|top|first|count|results|rows|items)|per[-_]?page|take|n)$/i;
/** Names that can only mean the page size; `size`, for example, may also be a property of the elements. */
const CERTAIN_LIMIT = /limit|page[-_.]?size|per[-_]?page|max[-_]?results|max[-_]?items/i;
/** Common names of parameters that select a part of a list. */
const PAGE_PLACE =
  /cursor|token|offset|^\$?(?:page|skip|start|from|after|before|until|since|index|continue|continuation|page[-_]?(?:number|no|index))$/i;
const CURSOR = /^(?:cursor|after|page[-_]?token|page[-_]?cursor|next[-_]?token|continuation(?:[-_]?token)?)$/i;
const NEXT_CURSOR = /^(?:next|next[-_]?(?:cursor|token|page[-_]?token|page[-_]?cursor|link|url|href))$/i;
/**
 * Common names of the member with the number of all elements. `count` is missing: it is often the number of elements of
 * one page.
 */
const TOTAL =
  /^(?:total|total[-_]?(?:count|items|results|records|elements|entries|hits)|(?:items|results|records|elements|entries)[-_]?total)$/i;
const TOTAL_HEADERS = ['x-total-count', 'x-total', 'x-total-items', 'x-total-results', 'total-count'];
/** Common names of the member that describes a page and contains the link or cursor of the next page. */
const PAGE_LINKS = /^_?(?:links?|paging|pagination|page|page[-_]?info|meta(?:data)?|cursors?)$/i;

/** Whether a query parameter has a common name of a page size or of the place of a page. */
export function isPagingName(name: string): boolean {
  return PAGE_LIMIT.test(name) || PAGE_PLACE.test(name);
}

/** How an operation lists elements; `undefined` if its reply has no list, or the call needs an argument. */
export function itemList(
  contract: Contract,
  operation: Operation,
  { id, paging }: { readonly id?: string | undefined; readonly paging?: CollectionCorrection['paging'] } = {},
): ItemList | undefined {
  const { schemas } = contract;
  const whole = successSchema(operation);
  const pages = whole === undefined ? undefined : (pagesIn(contract, whole) ?? wrappedPages(contract, whole));
  if (operation.method !== 'get' || whole === undefined || pages === undefined) return undefined;
  const { schema, at, elements } = pages;
  const free = operation.parameters.filter((parameter) => parameter.in === 'query');
  if (free.some(({ required }) => required) || !isCallable(contract, operation)) return undefined;
  const stated = statedMembers(schemas, elementSchemas(schemas, schemasAt(schemas, whole, elements)));
  const next = pagingOf(contract, operation, pages, paging);
  const used = next !== undefined && 'name' in next ? next.name : undefined;
  const isPaged = next !== undefined || free.some(({ name }) => PAGE_PLACE.test(name));
  const limit = free.find((each) => isPageLimit(contract, each) && (isPaged || CERTAIN_LIMIT.test(each.name)));
  // Without paging, a member such as `total` may be a sum, for example a price.
  const hasPages = next !== undefined || limit !== undefined;
  const totalBelow = hasPages ? totalOf(schemas, schema) : undefined;
  const total = totalBelow === undefined ? undefined : at + totalBelow;
  const totalHeader = TOTAL_HEADERS.find((name) => hasPages && total === undefined && documentsHeader(operation, name));
  return {
    operation,
    elements,
    ...(id !== undefined && stated.has(id) && { id }),
    ...(next && { next }),
    ...(limit && { limit: limitOf(contract, limit) }),
    ...(total !== undefined && { total }),
    ...(totalHeader !== undefined && { totalHeader }),
    unknownPaging: free
      .filter(
        ({ name }) => name !== used && name !== limit?.name && PAGE_PLACE.test(name) && !isAlternative(name, next),
      )
      // A date parameter counts as paging only if pages have a size and no other parameter or link selects the next
      // page.
      .filter((parameter) => (next === undefined && limit !== undefined) || !isTime(schemas, parameter.schema))
      .map(({ name }) => name),
  };
}

function isTime(schemas: SchemaSource, schema: SchemaUri): boolean {
  return [...schemasInPlace(schemas, schema).values()].some((stated) => {
    const format = ownValue(stated, 'format');
    return format === 'date' || format === 'date-time';
  });
}

/**
 * Whether the operation can be called without arguments in its path, its query and its body. Required headers and
 * cookies, such as the name of a tenant, have the same values in all calls of a sequence. An operation with path
 * parameters always counts as callable.
 */
function isCallable(contract: Contract, operation: Operation): boolean {
  const parameters = operation.parameters.filter(({ in: place }) => place === 'path' || place === 'query');
  return operation.path.includes('{') || isValidInput(contract, { ...operation, parameters }, {});
}

/** The only list of objects in the reply. */
function pagesIn({ schemas }: Contract, schema: SchemaUri, at = ''): Pages | undefined {
  if (schemaTypes(schemas, schema).has('array')) return { schema, at, elements: at };
  const lists = [...statedMembers(schemas, [schema])].filter(([, stated]) =>
    stated.some((uri) => schemaTypes(schemas, uri).has('array')),
  );
  const [first, ...others] = lists;
  return first === undefined || others.length > 0
    ? undefined
    : { schema, at, elements: at + joinPointer('', first[0]) };
}

/** The only list of objects in the envelope of the reply, as in `{"data": {"items": []}}`. */
function wrappedPages(contract: Contract, schema: SchemaUri): Pages | undefined {
  const envelope = envelopeOf(contract.schemas, schema);
  return envelope && pagesIn(contract, envelope.schema, placeIn(envelope));
}

interface Pages {
  /** The schema of the object that has the list and describes the page. */
  readonly schema: SchemaUri;
  /** Pointer to this object in a reply. */
  readonly at: string;
  /** Pointer to the list in a reply. */
  readonly elements: string;
}

/**
 * How the next page is requested: as configured, by a link of the contract, a cursor, the URI of the next page in the
 * header `Link` or in the body, a page number or an offset.
 */
function pagingOf(
  contract: Contract,
  operation: Operation,
  pages: Pages,
  paging: CollectionCorrection['paging'],
): Follow | undefined {
  if (paging === false) return undefined;
  if (paging !== undefined) return configured(contract, operation, pages, paging);
  const free = operation.parameters.filter((parameter) => parameter.in === 'query');
  return (
    linkedNext(operation) ??
    below(pages, inferredNext(contract, free, pages.schema)) ??
    (hasLinkHeader(operation) ? { by: 'link' } : undefined) ??
    below(pages, bodyLink(contract.schemas, pages.schema)) ??
    numbered(contract, free, pages)
  );
}

/** A way to the next page whose pointer begins at the object that describes the page. */
function below<Way extends Feed | LinkedPages>({ at }: Pages, way: Way | undefined): Way | undefined {
  return way?.pointer === undefined ? way : { ...way, pointer: at + way.pointer };
}

function configured(
  { schemas }: Contract,
  { parameters }: Operation,
  { elements }: Pages,
  paging: PagingCorrection,
): Follow {
  if (paging.by === 'link') return paging;
  if (paging.by === 'cursor') return { in: 'query', name: paging.parameter, pointer: paging.pointer };
  const parameter = parameters.find((known) => known.in === 'query' && known.name === paging.parameter);
  const first = paging.first ?? (parameter === undefined ? undefined : firstOf(schemas, paging.by, parameter));
  return { by: paging.by, name: paging.parameter, first: first ?? DEFAULT_FIRST[paging.by], elements };
}

/** Whether the reply to a list documents the header `Link`, and so a link to the next page (RFC 8288). */
function hasLinkHeader(operation: Operation): boolean {
  return documentsHeader(operation, 'link');
}

/** Paging by the only member with the URI of the next page, such as `{"links": {"next": "/items?page=2"}}`. */
function bodyLink(schemas: SchemaSource, schema: SchemaUri): LinkedPages | undefined {
  const isLink = (name: string): boolean => LINK_NAME.test(name);
  const ofLinks = [...statedMembers(schemas, [schema])]
    .filter(([name]) => LINKS.test(name))
    .flatMap(([name, stated]) =>
      textMembers(schemas, stated, isLink).map((pointer) => joinPointer('', name) + pointer),
    );
  const others = [
    ...textMembers(schemas, [schema], isLink),
    ...ofPageMembers(schemas, schema, (stated) => textMembers(schemas, stated, isLink)),
  ].filter((pointer) => !ofLinks.includes(pointer) && isUri(schemas, schema, pointer));
  const [pointer, ...further] = [...ofLinks, ...others];
  return pointer === undefined || further.length > 0 ? undefined : { by: 'link', pointer };
}

const LINKS = /^_?links$/i;
const LINK_NAME = /^(?:next|next[-_]?(?:page[-_]?)?(?:link|url|uri|href)|@odata\.nextLink)$/i;

/** Whether a member is a URI by its format or by its name. */
function isUri(schemas: SchemaSource, root: SchemaUri, pointer: string): boolean {
  const stated = schemasAt(schemas, root, pointer).flatMap((uri) => [...schemasInPlace(schemas, uri).values()]);
  return (
    /(?:link|url|uri|href)$/i.test(pointer) || stated.some((schema) => URI_FORMATS.has(ownValue(schema, 'format')))
  );
}

const URI_FORMATS: ReadonlySet<unknown> = new Set(['uri', 'uri-reference', 'url', 'iri', 'iri-reference']);

/**
 * The name of the query parameter that only a value from the current page can set: the parameter that a cursor sets, or
 * the only text with the name of a cursor if a link leads to the next page.
 */
export function cursorName({ schemas }: Contract, { operation, next }: ItemList): string | undefined {
  if (next === undefined || !('by' in next)) return next?.name;
  const names = operation.parameters.filter(
    ({ in: place, name, schema }) =>
      place === 'query' && CURSOR.test(name) && schemaTypes(schemas, schema).has('string'),
  );
  return next.by === 'link' && names.length === 1 ? names[0]?.name : undefined;
}

/** Paging by the only integer parameter with a common name of a page number, or otherwise of an offset. */
function numbered({ schemas }: Contract, free: readonly Parameter[], { elements }: Pages): NumberedPages | undefined {
  for (const [by, names] of NUMBERED) {
    const [parameter, ...others] = free.filter(
      ({ name, schema }) => names.test(name) && schemaTypes(schemas, schema).has('integer'),
    );
    if (parameter === undefined || others.length > 0) continue;
    return { by, name: parameter.name, first: firstOf(schemas, by, parameter), elements };
  }
  return undefined;
}

const NUMBERED = [
  ['page', /^\$?page(?:[-_.]?(?:number|no|num|index)|\[number\])?$/i],
  ['offset', /^\$?(?:offset|skip|page\[offset\]|start[-_]?index)$/i],
] as const;

const DEFAULT_FIRST = { page: 1, offset: 0 } as const;

/**
 * The value for the first page: the default of the parameter; without a default, the smallest value if it is 0 or 1.
 */
function firstOf(schemas: SchemaSource, by: NumberedPages['by'], { schema }: Parameter): number {
  const [preset, minimum] = ['default', 'minimum'].map((keyword) => statedNumber(schemas, schema, keyword));
  return preset ?? (minimum === 0 || minimum === 1 ? minimum : DEFAULT_FIRST[by]);
}

/**
 * Whether a parameter may be omitted because `next` already selects the page: a page number or an offset, or any
 * parameter if a link leads to the next page, because the link sets it.
 */
function isAlternative(name: string, next: Follow | undefined): boolean {
  if (next !== undefined && 'by' in next && next.by === 'link') return true;
  return next !== undefined && NUMBERED.some(([, names]) => names.test(name));
}

/** The only string parameter with a cursor name, fed by the only string member of the reply with a cursor name. */
function inferredNext(contract: Contract, free: readonly Parameter[], schema: SchemaUri): Feed | undefined {
  const { schemas } = contract;
  const [parameter, ...others] = free.filter(
    ({ name, schema: own }) => CURSOR.test(name) && schemaTypes(schemas, own).has('string'),
  );
  if (parameter === undefined || others.length > 0) return undefined;
  const isNext = (name: string): boolean => NEXT_CURSOR.test(name) || name === parameter.name;
  const direct = textMembers(schemas, [schema], isNext);
  const members =
    direct.length > 0 ? direct : ofPageMembers(schemas, schema, (stated) => textMembers(schemas, stated, isNext));
  const [pointer] = members;
  return pointer === undefined || members.length > 1 ? undefined : { in: 'query', name: parameter.name, pointer };
}

/** Pointer to the only integer with a common name of the number of all elements. */
function totalOf(schemas: SchemaSource, schema: SchemaUri): string | undefined {
  const isInteger = (uri: SchemaUri): boolean => schemaTypes(schemas, uri).has('integer');
  const totals = (conjunction: readonly SchemaUri[]): readonly string[] =>
    [...statedMembers(schemas, conjunction)].flatMap(([name, stated]) =>
      TOTAL.test(name) && stated.some(isInteger) ? [joinPointer('', name)] : [],
    );
  const [pointer, ...others] = [...totals([schema]), ...ofPageMembers(schemas, schema, totals)];
  return others.length > 0 ? undefined : pointer;
}

/** Pointers to members with a matching name: to the member if it is a string, or to its `href` if that is a string. */
function textMembers(
  schemas: SchemaSource,
  conjunction: readonly SchemaUri[],
  isNamed: (name: string) => boolean,
): readonly string[] {
  const isText = (stated: readonly SchemaUri[]): boolean =>
    stated.some((uri) => schemaTypes(schemas, uri).has('string'));
  return [...statedMembers(schemas, conjunction)].flatMap(([name, stated]) => {
    if (!isNamed(name)) return [];
    if (isText(stated)) return [joinPointer('', name)];
    return isText(statedMembers(schemas, stated).get('href') ?? []) ? [joinPointer('', name, 'href')] : [];
  });
}

/** Pointers into the members that describe a page. */
function ofPageMembers(
  schemas: SchemaSource,
  schema: SchemaUri,
  pointersIn: (conjunction: readonly SchemaUri[]) => readonly string[],
): readonly string[] {
  return [...statedMembers(schemas, [schema])]
    .filter(([name]) => PAGE_LINKS.test(name))
    .flatMap(([name, stated]) => pointersIn(stated).map((pointer) => joinPointer('', name) + pointer));
}

/** Whether a parameter sets the largest number of elements on a page. */
export function isPageLimit({ schemas }: Contract, { in: location, name, schema }: Parameter): boolean {
  return location === 'query' && PAGE_LIMIT.test(name) && schemaTypes(schemas, schema).has('integer');
}

function limitOf({ schemas }: Contract, { name, schema }: Parameter): PageLimit {
  const [minimum, maximum, preset] = ['minimum', 'maximum', 'default'].map((key) => statedNumber(schemas, schema, key));
  return {
    name,
    minimum: minimum ?? 1,
    ...(maximum !== undefined && { maximum }),
    ...(preset !== undefined && { default: preset }),
  };
}
