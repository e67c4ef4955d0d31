import type { Contract, SchemaSource } from '../contract.js';
import { joinPointer } from '../json/json-pointer.js';
import type { SchemaUri } from '../operation.js';
import { schemaTypes } from '../wire/decode-value.js';
import { envelopeOf, placeIn } from './envelope.js';
import { ABOUT_PAGE, type Pages } from './paging.js';
import { EMBEDDED, elementSchemas, statedMembers } from './reply-members.js';

/**
 * The list in a reply. It is in the member `_embedded`, it is the reply itself or one of its members, or it is in the
 * envelope of the reply. `undefined` if there is none, or if more than one array may be the list.
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

/** Whether a schema permits arrays and no other values but null. HAL also permits one resource in place of a list. */
function isOnlyArray(schemas: SchemaSource, uri: SchemaUri): boolean {
  const types = schemaTypes(schemas, uri);
  return types.has('array') && [...types].every((type) => type === 'array' || type === 'null');
}

/** The list that is the value of `schema` or one of its members. `at` is the pointer to this value in the reply. */
function pagesIn({ schemas }: Contract, schema: SchemaUri, at = ''): Pages | undefined {
  if (schemaTypes(schemas, schema).has('array')) return { schema, at, elements: at };
  const lists = arraysIn(schemas, statedMembers(schemas, [schema]));
  const first = lists.length > 1 ? mainList(schemas, lists) : lists[0];
  return first && { schema, at, elements: at + joinPointer('', first[0]) };
}

/** The members that may be arrays. */
function arraysIn(schemas: SchemaSource, members: ReadonlyMap<string, readonly SchemaUri[]>): readonly NamedList[] {
  return [...members].filter(([, stated]) => stated.some((uri) => schemaTypes(schemas, uri).has('array')));
}

/** Names of arrays other than the list: resources to which its elements refer (JSON:API), or data about the reply. */
const BESIDE_LIST = /^_?(?:included|errors|warnings|messages|notices|links|facets|aggregations|schemas)$/i;
/** Usual names of the list in a reply with several arrays. */
const LIST_NAME = /^(?:data|items|results|resources|values?|records|entries|elements)$/i;

type NamedList = readonly [name: string, stated: readonly SchemaUri[]];

/**
 * The one of several arrays that is the list: the only one that does not describe the reply, or else the only one with
 * the usual name of a list. Its elements must be objects: other arrays may be columns of one table.
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
 * The list in the envelope of the reply, as in `{"data": {"items": []}}`, if there is only one list. The page is
 * described in the envelope, or beside it, as in `{"data": {"items": []}, "links": {"next": null}}`.
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
