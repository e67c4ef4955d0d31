import type { Feed, Follow } from '../case.js';
import type { LinkedPages, NumberedPages, PagesAfterElement } from '../page-kinds.js';
import type { Contract, SchemaSource } from '../contract.js';
import { documentsHeader } from '../documented-responses.js';
import { linkedNext } from '../inputs/link-expressions.js';
import { type QueryPlace, parameterOf } from '../inputs/query-place.js';
import { ownValue } from '../json/json.js';
import { joinPointer, pointerTokens } from '../json/json-pointer.js';
import type { Operation, SchemaUri } from '../operation.js';
import { isUriReferenceFormat } from '../schema/uri-formats.js';
import { quotedNames, wrappedSentences } from '../sentences.js';
import { identifierTypes, schemaTypes, schemasInPlace } from '../wire/decode-value.js';
import type { CollectionCorrection, ItemList, PagingCorrection } from './collection.js';
import { linkListPaging } from './link-list.js';
import { type QueryArgument, queryArguments } from './query-arguments.js';
import { schemasAt, statedMembers, statedNumber } from './reply-members.js';

const CURSOR =
  /^(?:cursor|after|page[-_]?token|page[-_]?cursor|page\[(?:cursor|after|token)\]|next[-_]?token|continue|continuation(?:[-_]?token)?)$/i;
const NEXT_CURSOR = /^(?:next|next[-_]?(?:cursor|token|page[-_]?token|page[-_]?cursor|link|url|href))$/i;
/** Common names of the member that describes a page, such as `links`. It states how the next page is requested. */
export const ABOUT_PAGE = /^_?(?:links?|paging|pagination|page|page[-_]?info|meta(?:data)?|cursors?)$/i;
/** The name that Hydra uses for the member that describes a page. */
const HYDRA_VIEW = /^_?hydra:view$/i;

export interface Pages {
  /** The schema of the object that contains the list and describes the page. */
  readonly schema: SchemaUri;
  /** JSON pointer, in a reply, to the object that contains the list. */
  readonly at: string;
  /** Pointer to the list in a reply. */
  readonly elements: string;
}

/**
 * How the next page is requested. The first of these ways that exists is used: the configured way, a link of the
 * contract, a cursor, a URI in the header `Link` or in the body, a page number or an offset.
 */
export function pagingOf(
  contract: Contract,
  operation: Operation,
  pages: Pages,
  paging: CollectionCorrection['paging'],
): Follow | undefined {
  if (paging === false) return undefined;
  if (paging !== undefined) return configured(contract, operation, pages, paging);
  const free = queryArguments(contract.schemas, operation.parameters);
  return (
    linkedNext(operation) ??
    below(pages, inferredNext(contract, operation, free, pages.schema)) ??
    (hasLinkHeader(operation) ? { by: 'link' } : undefined) ??
    below(pages, bodyLink(contract.schemas, pages.schema)) ??
    below(pages, linkListPaging(contract.schemas, operation, pages.schema)) ??
    numbered(contract, free, pages)
  );
}

/** Converts the pointer in `way`, relative to the object that describes the page, to a pointer into the reply. */
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
  const parameter = queryArguments(schemas, parameters).find(({ label }) => label === paging.parameter);
  const place = parameter === undefined ? { name: paging.parameter } : placeOf(parameter);
  if (paging.by === 'last') return { by: 'last', ...place, elements, id: paging.pointer ?? '/id' };
  if (paging.by === 'cursor') return { in: 'query', ...place, pointer: paging.pointer };
  const first = paging.first ?? (parameter === undefined ? undefined : firstOf(schemas, paging.by, parameter));
  return { by: paging.by, ...place, first: first ?? DEFAULT_FIRST[paging.by], elements };
}

function hasLinkHeader(operation: Operation): boolean {
  return documentsHeader(operation, 'link');
}

/**
 * Paging by a member of the reply that contains the URI of the next page, as in `{"links": {"next": "/items?page=2"}}`.
 * `undefined` if there is no such member, or more than one.
 */
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
const LINK_NAME = /^(?:next|next[-_]?(?:page[-_]?)?(?:link|url|uri|href)|@odata\.nextLink|hydra:next)$/i;

/** Whether the format or the name of a member shows that its value is a URI. */
function isUri(schemas: SchemaSource, root: SchemaUri, pointer: string): boolean {
  const stated = schemasAt(schemas, root, pointer).flatMap((uri) => [...schemasInPlace(schemas, uri).values()]);
  return (
    /(?:link|url|uri|href|hydra:next)$/i.test(pointer) ||
    stated.some((schema) => isUriReferenceFormat(ownValue(schema, 'format')))
  );
}

function placeOf({ name, within }: QueryArgument): QueryPlace {
  return { name, ...(within !== undefined && { within }) };
}

/**
 * The query argument that takes the cursor from an earlier page. If pages are requested by links, it is the only string
 * argument with a common name for a cursor. `undefined` if there is none, or more than one.
 */
export function cursorPlace({ schemas }: Contract, { operation, next }: ItemList): QueryPlace | undefined {
  if (next === undefined || !('by' in next) || next.by === 'last') return next;
  const places = queryArguments(schemas, operation.parameters).filter(
    ({ label, schema }) => CURSOR.test(label) && schemaTypes(schemas, schema).has('string'),
  );
  return isLinked(next) && places.length === 1 ? places[0] : undefined;
}

/**
 * Paging by the only integer parameter with a common name for a page number. If there is no such parameter, the only
 * integer parameter with a common name for an offset is used.
 */
function numbered(
  { schemas }: Contract,
  free: readonly QueryArgument[],
  { elements }: Pages,
): NumberedPages | undefined {
  for (const [by, names] of NUMBERED) {
    const [parameter, ...others] = free.filter(
      ({ label, schema }) => names.test(label) && identifierTypes(schemas, schema).has('integer'),
    );
    if (parameter === undefined || others.length > 0) continue;
    return { by, ...placeOf(parameter), first: firstOf(schemas, by, parameter), elements };
  }
  return undefined;
}

/** Patterns for the names of the parameters for a page number and for an offset. */
export const NUMBERED = [
  ['page', /^\$?page(?:[-_.]?(?:number|no|num|index)|\[number\])?$/i],
  ['offset', /^\$?(?:offset|skip|page\[offset\]|start[-_]?(?:index|at|position|row))$/i],
] as const;

export const DEFAULT_FIRST = { page: 1, offset: 0 } as const;

/**
 * The value that requests the first page: the default of the parameter. Without a default, it is the minimum if this is
 * 0 or 1; otherwise 1 for a page number, and 0 for an offset.
 */
function firstOf(schemas: SchemaSource, by: NumberedPages['by'], { schema }: QueryArgument): number {
  const [preset, minimum] = ['default', 'minimum'].map((keyword) => statedNumber(schemas, schema, keyword));
  return preset ?? (minimum === 0 || minimum === 1 ? minimum : DEFAULT_FIRST[by]);
}

/** Whether the next page of a list is requested by a link. */
export function isLinked(next: Follow | undefined): next is LinkedPages {
  return next !== undefined && 'by' in next && next.by === 'link';
}

/** Whether the next page is requested with the identifier of the last element of a page. */
export function isAfterLast(next: Follow | undefined): next is PagesAfterElement {
  return next !== undefined && 'by' in next && next.by === 'last';
}

/** Names of parameters that request the page before an element. */
export const BACKWARDS = /^(?:ending[-_]?before|before|before[-_]?id|until[-_]?id|max[-_]?id|page\[before\])$/i;
/** Names of parameters that request the page after an element. */
const FORWARDS = /^(?:start(?:ing)?[-_]?after|after|after[-_]?id|since[-_]?id|min[-_]?id|page\[after\])$/i;
const DIRECTIONS = [
  [FORWARDS, BACKWARDS],
  [BACKWARDS, FORWARDS],
] as const;

/**
 * The names of the parameters that select a page: the parameter for the next page, and the parameter for the page size.
 */
export function pagingParameters({
  next,
  limit,
}: {
  readonly next?: Follow | undefined;
  readonly limit?: QueryPlace | undefined;
}): readonly string[] {
  return [...(next !== undefined && 'name' in next ? [next] : []), ...(limit ? [limit] : [])].map(parameterOf);
}

/**
 * Whether a parameter may be omitted because `next` already selects the page. This is the case for a page number, for
 * an offset, and for the opposite direction, such as `before` beside `after`. If pages are requested by links, it is
 * the case for every parameter, because a link sets all of them.
 */
export function isAlternative(name: string, next: Follow | undefined): boolean {
  if (isLinked(next) || (isAfterLast(next) && BACKWARDS.test(name))) return true;
  if (next !== undefined && !('by' in next)) {
    const isOpposite = DIRECTIONS.some(([own, other]) => own.test(next.name) && other.test(name));
    if (isOpposite) return true;
  }
  return next !== undefined && NUMBERED.some(([, names]) => names.test(name));
}

/**
 * Paging by a cursor. The operation must have exactly one string parameter with a common name for a cursor, or a text
 * must state which parameter it is (`statedCursor`). The reply must have exactly one string with a common name for the
 * next cursor.
 */
function inferredNext(
  { schemas }: Contract,
  operation: Operation,
  free: readonly QueryArgument[],
  schema: SchemaUri,
): Feed | undefined {
  const texts = free.filter(({ schema: own }) => schemaTypes(schemas, own).has('string'));
  const stated = statedCursor(operation, texts);
  const [parameter, ...others] = stated === undefined ? texts.filter(({ label }) => CURSOR.test(label)) : [stated];
  if (parameter === undefined || others.length > 0) return undefined;
  const isNext = (name: string): boolean => NEXT_CURSOR.test(name) || name === parameter.name;
  const direct = textMembers(schemas, [schema], isNext);
  const members =
    direct.length > 0 ? direct : ofPageMembers(schemas, schema, (own) => textMembers(schemas, own, isNext));
  const [pointer] = members;
  if (pointer === undefined || members.length > 1) return undefined;
  const isCertain =
    stated !== undefined ||
    pointerTokens(pointer).at(-1) === parameter.name ||
    !hasOpposite(operation, parameter, texts);
  return isCertain ? { in: 'query', ...placeOf(parameter), pointer } : undefined;
}

/**
 * The query argument that takes the next cursor, according to a text of the operation ("send `meta.next_cursor` as
 * `before`") or of the parameter ("the `next_cursor` of the last page"). `undefined` unless there is exactly one.
 */
function statedCursor(
  { summary, description, parameters }: Operation,
  texts: readonly QueryArgument[],
): QueryArgument | undefined {
  const candidates = texts.filter(({ label }) => CURSOR.test(label) || BACKWARDS.test(label));
  const namesNext = (names: readonly string[]): boolean =>
    names.some((name) => NEXT_CURSOR.test(name.split(/[./]/).at(-1) ?? ''));
  const stated = [summary, description].flatMap(wrappedSentences).map(quotedNames).filter(namesNext);
  const named = stated.flatMap((names) => {
    const own = candidates.filter(({ label }) => names.includes(label));
    return own.length === 1 ? own : [];
  });
  const described = candidates.filter((each) => namesNext(quotedNames(descriptionOf(parameters, each))));
  const found = new Set([...named, ...described]);
  return found.size === 1 ? [...found][0] : undefined;
}

function descriptionOf(parameters: Operation['parameters'], { name, within = name }: QueryArgument): string {
  return parameters.find((each) => each.in === 'query' && each.name === within)?.description ?? '';
}

/**
 * Whether `after` may not request the next page, because there is also a parameter such as `before`. In a list with the
 * newest elements first, the next page is before the last element. `false` if a text mentions cursors or pages.
 */
function hasOpposite({ parameters }: Operation, parameter: QueryArgument, texts: readonly QueryArgument[]): boolean {
  const opposite = texts.find(({ label }) => BACKWARDS.test(label));
  if (opposite === undefined || !FORWARDS.test(parameter.label)) return false;
  return ![parameter, opposite].some((each) => /\b(?:cursors?|pages?)\b/i.test(descriptionOf(parameters, each)));
}

/** Pointers to strings in members with matching names. The string is the value of the member or of its `href`. */
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

/** Applies `pointersIn` to each member that describes a page. Returns all pointers, relative to `schema`. */
export function ofPageMembers(
  schemas: SchemaSource,
  schema: SchemaUri,
  pointersIn: (conjunction: readonly SchemaUri[]) => readonly string[],
): readonly string[] {
  return [...statedMembers(schemas, [schema])]
    .filter(([name]) => ABOUT_PAGE.test(name) || HYDRA_VIEW.test(name))
    .flatMap(([name, stated]) => pointersIn(stated).map((pointer) => joinPointer('', name) + pointer));
}
