import type { Contract, SchemaSource } from '../contract.js';
import { joinPointer, pointerTokens } from '../json/json-pointer.js';
import type { Operation, SchemaUri } from '../operation.js';
import { isEqualPath, isItemPath } from '../path-relations.js';
import { schemaTypes, requiredInPlace } from '../wire/decode-value.js';
import { envelopeOf, placeIn, returnedItemSchema } from './envelope.js';
import { ABOUT_PAGE, type Pages } from './paging.js';
import {
  EMBEDDED,
  type ItemPlace,
  elementSchemas,
  isSameSchema,
  listedSchemas,
  schemasAt,
  statedMembers,
  statedNumber,
} from './reply-members.js';

/**
 * The list in a reply. It is in the member `_embedded`, it is the reply itself or one of its members, or it is in the
 * envelope of the reply. `undefined` if the reply has no list, or if several arrays may be the list.
 */
export function pagesOf(contract: Contract, reply: SchemaUri): Pages | undefined {
  return embeddedPages(contract, reply) ?? pagesIn(contract, reply) ?? wrappedPages(contract, reply);
}

/**
 * The list of resources in the member `_embedded` (HAL, draft-kelly-json-hal §4.1.2), if no other array beside it or in
 * it may be the list. The members beside `_embedded` describe the page.
 */
function embeddedPages({ schemas }: Contract, schema: SchemaUri): Pages | undefined {
  const members = statedMembers(schemas, [schema]);
  const embedded = [...statedMembers(schemas, members.get(EMBEDDED) ?? [])].filter(([, stated]) =>
    stated.some((uri) => isOnlyArray(schemas, uri)),
  );
  const isListBeside = arraysIn(schemas, members).some(([name]) => !BESIDE_LIST.test(name));
  const lists = embedded.filter((each) => isOfObjects(schemas, each));
  const [first, ...others] = lists;
  if (first === undefined || others.length > 0 || isListBeside) return undefined;
  return { schema, at: '', elements: joinPointer('', EMBEDDED, first[0]) };
}

/** Whether a schema permits only arrays and null. In HAL, a member may also be a single resource in place of a list. */
function isOnlyArray(schemas: SchemaSource, uri: SchemaUri): boolean {
  const types = schemaTypes(schemas, uri);
  return types.has('array') && [...types].every((type) => type === 'array' || type === 'null');
}

/**
 * The list that is the value of `schema`, or one of the members of this value. `at` is the pointer to the value in the
 * reply.
 */
function pagesIn({ schemas }: Contract, schema: SchemaUri, at = ''): Pages | undefined {
  if (schemaTypes(schemas, schema).has('array')) return { schema, at, elements: at };
  const lists = arraysIn(schemas, statedMembers(schemas, [schema]));
  const first = lists.length > 1 ? mainList(schemas, lists) : lists[0];
  return first && { schema, at, elements: at + joinPointer('', first[0]) };
}

/** The members of an object whose values may be arrays. */
function arraysIn(schemas: SchemaSource, members: ReadonlyMap<string, readonly SchemaUri[]>): readonly NamedList[] {
  return [...members].filter(([, stated]) => stated.some((uri) => schemaTypes(schemas, uri).has('array')));
}

/**
 * Names of arrays that are not the list of the reply. They contain resources to which the elements refer (`included` in
 * JSON:API), or data about the reply.
 */
const BESIDE_LIST = /^_?(?:included|errors|warnings|messages|notices|links?|facets|aggregations|schemas)$/i;
/** Usual names of the list in a reply with several arrays. */
const LIST_NAME = /^(?:data|items|results|resources|values?|records|entries|elements)$/i;

type NamedList = readonly [name: string, stated: readonly SchemaUri[]];

/**
 * The array that is the list, if a reply has several arrays. It is the only array whose name is not in `BESIDE_LIST`,
 * or else the only one with the usual name of a list. Its elements must be objects: arrays of scalars may be the
 * columns of one table.
 */
function mainList(schemas: SchemaSource, lists: readonly NamedList[]): NamedList | undefined {
  const others = lists.filter(([name]) => !BESIDE_LIST.test(name));
  const candidates = others.length === 1 ? others : others.filter(([name]) => LIST_NAME.test(name));
  const [main, ...further] = candidates.filter((each) => isOfObjects(schemas, each));
  return further.length > 0 || candidates.length > 1 ? undefined : main;
}

/** Whether the elements of a list are objects with stated members. */
function isOfObjects(schemas: SchemaSource, [, stated]: NamedList): boolean {
  return statedMembers(schemas, elementSchemas(schemas, stated)).size > 0;
}

/**
 * The list in the envelope of the reply, as in `{"data": {"items": []}}`. `undefined` if the envelope has more than one
 * list. The members that describe the page are in the envelope, or beside it, as in `{"data": {"items": []}, "links":
 * {"next": null}}`.
 */
function wrappedPages(contract: Contract, schema: SchemaUri): Pages | undefined {
  const { schemas } = contract;
  const envelope = envelopeOf(schemas, schema);
  const inner = envelope && pagesIn(contract, envelope.schema, placeIn(envelope));
  if (envelope === undefined || inner === undefined) return undefined;
  const describesPage = (each: SchemaUri): boolean =>
    [...statedMembers(schemas, [each]).keys()].some((name) => name !== envelope.name && ABOUT_PAGE.test(name));
  return describesPage(schema) && !describesPage(envelope.schema) ? { ...inner, schema, at: '' } : inner;
}

/** Usual names of the member of an element that contains the item. */
const ITEM = /^_?(?:node|resource|item|record|document|doc|entity|object|source|data|value)$/i;
const OWN_ID = /^_?(?:id|uuid|guid|key|code|slug|number)$/i;
/**
 * Names of members of an element that are not part of the item: they describe its position in the list, or how a search
 * found it.
 */
const ABOUT_ENTRY =
  /^[_@$]?(?:cursor|search|search[-_]?(?:mode|info)|score|relevance|rank|position|highlights?|matched(?:[-_]?fields)?|matches|explanation|sort|(?:full)?[-_]?ur[il]|href|links?|meta(?:data)?|etag)$/i;

/**
 * Where a reply contains the items of a list. If each element wraps its item, as in `{"node": {}}`, the place includes
 * the pointer to the item. `elements`: pointer to the list.
 */
export function itemPlace(contract: Contract, list: Operation, reply: SchemaUri, elements: string): ItemPlace {
  const item = wrappedItem(contract, list, listedSchemas(contract.schemas, reply, { elements }));
  return { elements, ...(item !== undefined && { item }) };
}

/**
 * Pointer to the item inside each element of a list: `/resource` for `{"resource": {}, "search": {}}`, and `/node` for
 * `{"cursor": "a", "node": {}}`. One member of the elements must have the schema of the items that the GET or the POST
 * of the same collection returns. If the collection has neither, the names of all members must show which one is the
 * item. `undefined` if the elements themselves are the items. `element`: the schemas of an element.
 */
function wrappedItem(contract: Contract, operation: Operation, element: readonly SchemaUri[]): string | undefined {
  const { schemas } = contract;
  const members = [...statedMembers(schemas, element)];
  const objects = members.filter(([, uris]) => uris.length > 0 && uris.every((uri) => isItemObject(schemas, uri)));
  if (objects.length === 0) return undefined;
  const items = itemsOf(contract, operation);
  const isItem = (uris: readonly SchemaUri[]): boolean =>
    uris.some((uri) => items.some((item) => isSameSchema(schemas, uri, item)));
  if (isItem(element)) return undefined;
  const found = objects.filter(([, uris]) => isItem(uris));
  const [only, ...others] = items.length > 0 ? found : objects.filter(([name]) => ITEM.test(name));
  if (only === undefined || others.length > 0) return undefined;
  const [name] = only;
  const isNamed = members.every(([other]) => other === name || ABOUT_ENTRY.test(other));
  // An element with an identifier of its own is an item that refers to another one, such as its manager or its parent.
  const isEntry = items.length > 0 && (ITEM.test(name) || !members.some(([other]) => OWN_ID.test(other)));
  return isNamed || isEntry ? joinPointer('', name) : undefined;
}

function isItemObject(schemas: SchemaSource, uri: SchemaUri): boolean {
  return schemaTypes(schemas, uri).has('object') && statedMembers(schemas, [uri]).size > 0;
}

/**
 * The schemas of single items of the list: those that the GET of an item returns, and those that the POST to the list
 * returns.
 */
function itemsOf(contract: Contract, list: Operation): readonly SchemaUri[] {
  return contract.operations.flatMap((operation) => {
    const { method, path } = operation;
    const isRead = method === 'get' && isItemPath(path, list.path);
    const isCreate = method === 'post' && isEqualPath(path, list.path);
    return operation !== list && (isRead || isCreate) ? (returnedItemSchema(contract, operation) ?? []) : [];
  });
}

/**
 * Whether a page without elements lacks the whole list. This is the case if the list is an optional member of an
 * object, and its schema permits no empty list. `elements`: pointer to the list in the reply.
 */
export function isOmittedIfEmpty(schemas: SchemaSource, reply: SchemaUri, elements: string): boolean {
  const tokens = pointerTokens(elements);
  const name = tokens.at(-1);
  if (name === undefined) return false;
  const isRequired = requiredInPlace(schemas, schemasAt(schemas, reply, joinPointer('', ...tokens.slice(0, -1)))).has(
    name,
  );
  const isNeverEmpty = schemasAt(schemas, reply, elements).some(
    (uri) => (statedNumber(schemas, uri, 'minItems') ?? 0) > 0,
  );
  return !isRequired && isNeverEmpty;
}
