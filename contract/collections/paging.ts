import type { Feed, Follow, LinkedPages, NumberedPages } from '../case.js';
import type { Contract, SchemaSource } from '../contract.js';
import { documentsHeader } from '../documented-responses.js';
import { linkedNext } from '../inputs/link-expressions.js';
import { ownValue } from '../json/json.js';
import { joinPointer } from '../json/json-pointer.js';
import type { Operation, Parameter, SchemaUri } from '../operation.js';
import { schemaTypes, schemasInPlace } from '../wire/decode-value.js';
import type { CollectionCorrection, ItemList, PagingCorrection } from './collection.js';
import { schemasAt, statedMembers, statedNumber } from './reply-members.js';

const CURSOR = /^(?:cursor|after|page[-_]?token|page[-_]?cursor|next[-_]?token|continuation(?:[-_]?token)?)$/i;
const NEXT_CURSOR = /^(?:next|next[-_]?(?:cursor|token|page[-_]?token|page[-_]?cursor|link|url|href))$/i;
/** Common names of the member that describes a page and contains the link or cursor of the next page. */
const PAGE_LINKS = /^_?(?:links?|paging|pagination|page|page[-_]?info|meta(?:data)?|cursors?)$/i;

export interface Pages {
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
export function pagingOf(
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
export function isAlternative(name: string, next: Follow | undefined): boolean {
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
export function ofPageMembers(
  schemas: SchemaSource,
  schema: SchemaUri,
  pointersIn: (conjunction: readonly SchemaUri[]) => readonly string[],
): readonly string[] {
  return [...statedMembers(schemas, [schema])]
    .filter(([name]) => PAGE_LINKS.test(name))
    .flatMap(([name, stated]) => pointersIn(stated).map((pointer) => joinPointer('', name) + pointer));
}
