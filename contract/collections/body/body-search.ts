import { successesOf } from '../../documented-responses.js';
import type { Contract, SchemaSource } from '../../contract.js';
import { canonicalJson } from '../../json/canonical-json.js';
import { type Json, ownValue } from '../../json/json.js';
import { lastSegment } from '../../path-relations.js';
import type { Operation, SchemaUri } from '../../operation.js';
import { identifierTypes, schemaTypes, schemasInPlace } from '../../wire/decode-value.js';
import { isJsonMediaType } from '../../wire/message.js';
import { envelopeOf } from '../envelope.js';
import { isPagingName, totalOf } from '../item-list.js';
import { itemPlace, pagesOf } from '../main-list.js';
import { closedValues } from '../list-choices.js';
import { DEFAULT_FIRST, NUMBERED } from '../paging.js';
import {
  type ItemPlace,
  elementSchemas,
  listedSchemas,
  statedMembers,
  statedNumber,
  successSchema,
} from '../reply-members.js';
import type { BodyPlace } from './body-place.js';

/** A search whose filters and paging are in the body of a POST, such as `POST /bookings/search`. */
export interface BodySearch extends ItemPlace {
  readonly operation: Operation;
  /** JSON pointer, in a reply, to the number of elements on all pages. */
  readonly total?: string;
  readonly page?: BodyPage;
  readonly limit?: BodyPlace & { readonly minimum: number; readonly maximum?: number };
  readonly filters: readonly BodyFilter[];
  /**
   * Whether the request body also selects a part of the list in a way that this code does not understand, such as by a
   * cursor.
   */
  readonly hasOtherPaging: boolean;
  /** The operations that create, read or list the elements that the search returns. */
  readonly related: readonly Operation[];
}

/** The member of the request body that selects a page: a page number, or the number of elements before the page. */
interface BodyPage extends BodyPlace {
  readonly by: 'page' | 'offset';
  readonly first: number;
}

/**
 * A member of the request body that filters the list: the reply contains only elements whose member of the same name
 * has the same value.
 */
export interface BodyFilter extends BodyPlace {
  /** The values that the member may have, if it is an enumeration or a boolean. Empty if it is an identifier. */
  readonly values: readonly Json[];
  /** Set if the member is an array. An element matches if it has any of the values in the array. */
  readonly isArray?: true;
}

interface Place extends BodyPlace {
  readonly uri: SchemaUri;
}

const SEARCH_WORD = /^(?:.+:)?(?:search|query|find|filter|lookup)$/i;
const LIMIT =
  /^(?:(?:page|max)?[-_]?(?:limit|size)|(?:(?:items|results|entries|records)[-_]?)?per[-_]?page|max[-_]?results|page[-_]?count)$/i;
/**
 * Matches names of members that are not used as filters, because a search may treat their values differently: as a
 * minimum, as a group with its subgroups, or as a request to add elements in a special state.
 */
const LOOSE =
  /priorit|sever|level|rank|tier|categor|folder|parent|group|org|team|region|archiv|delet|hidden|draft|activ|disabled/i;

/**
 * Describes a POST that searches; `undefined` for any other operation. Its path ends with a word such as `search`, its
 * only success is 200, and the elements of its reply have the same members as the items that some GET returns.
 */
export function bodySearchOf(contract: Contract, operation: Operation): BodySearch | undefined {
  const known = searches.get(operation);
  if (known !== undefined) return known.search;
  const search = readSearch(contract, operation);
  searches.set(operation, { search });
  return search;
}

/** Caches the result of `bodySearchOf` for each operation, because rules need it for each reply. */
const searches = new WeakMap<Operation, { readonly search: BodySearch | undefined }>();

function readSearch(contract: Contract, operation: Operation): BodySearch | undefined {
  const { schemas } = contract;
  const body = operation.requestBody?.content.find(({ mediaType }) => isJsonMediaType(mediaType))?.schema;
  const reply = successSchema(operation);
  const successes = successesOf(operation);
  const isSearch = operation.method === 'post' && SEARCH_WORD.test(lastSegment(operation.path));
  if (!isSearch || body === undefined || reply === undefined) return undefined;
  if (successes.length !== 1 || successes[0]?.status !== '200') return undefined;
  const pages = pagesOf(contract, reply);
  if (pages === undefined) return undefined;
  const place = itemPlace(contract, operation, reply, pages.elements);
  const element = listedSchemas(schemas, reply, place);
  if (statedMembers(schemas, element).size === 0) return undefined;
  const related = contract.operations.filter((other) => other !== operation && returns(contract, other, element));
  if (!related.some(({ method }) => method === 'get')) return undefined;
  const places = placesIn(schemas, body);
  const page = pageOf(schemas, places);
  const limit = limitOf(schemas, places);
  const total = totalOf(schemas, pages.schema);
  const used = [page, limit].map((each) => each?.name);
  const filters = filtersOf(schemas, places, element);
  return {
    operation,
    ...place,
    ...(total !== undefined && { total: pages.at + total }),
    ...(page && { page }),
    ...(limit && { limit }),
    filters,
    hasOtherPaging: places.some(
      ({ name }) => isPagingName(name) && !used.includes(name) && !/^(?:from|since)$/i.test(name),
    ),
    related,
  };
}

/** The direct members of the body. A member that is an object is replaced with its own members. */
function placesIn(schemas: SchemaSource, body: SchemaUri): readonly Place[] {
  return [...statedMembers(schemas, [body])].flatMap(([name, uris]): readonly Place[] => {
    const [uri] = uris;
    if (uri === undefined) return [];
    const below = [...statedMembers(schemas, uris)].flatMap(([member, [inner]]) =>
      inner === undefined ? [] : [{ name: member, within: name, uri: inner }],
    );
    return below.length > 0 ? below : [{ name, uri }];
  });
}

/**
 * The member that selects a page. It is the only integer with a usual name of a page number or, if there is none, the
 * only integer with a usual name of an offset.
 */
function pageOf(schemas: SchemaSource, places: readonly Place[]): BodyPage | undefined {
  const integers = places.filter(({ uri }) => identifierTypes(schemas, uri).has('integer'));
  for (const [by, names] of NUMBERED) {
    const isNamed = ({ name, within }: Place): boolean =>
      names.test(name) ||
      (by === 'page' && /^(?:number|index)$/i.test(name) && /^pag(?:e|ing|ination)$/i.test(within ?? ''));
    const [place, ...others] = integers.filter(isNamed);
    if (place === undefined || others.length > 0) continue;
    const { uri, ...own } = place;
    const [preset, minimum] = ['default', 'minimum'].map((keyword) => statedNumber(schemas, uri, keyword));
    return { ...own, by, first: preset ?? (minimum === 0 || minimum === 1 ? minimum : DEFAULT_FIRST[by]) };
  }
  return undefined;
}

function limitOf(schemas: SchemaSource, places: readonly Place[]): BodySearch['limit'] {
  const [place, ...others] = places.filter(
    ({ name, uri }) => LIMIT.test(name) && identifierTypes(schemas, uri).has('integer'),
  );
  if (place === undefined || others.length > 0) return undefined;
  const { uri, ...own } = place;
  const maximum = statedNumber(schemas, uri, 'maximum');
  return { ...own, minimum: statedNumber(schemas, uri, 'minimum') ?? 1, ...(maximum !== undefined && { maximum }) };
}

function filtersOf(
  schemas: SchemaSource,
  places: readonly Place[],
  element: readonly SchemaUri[],
): readonly BodyFilter[] {
  const members = statedMembers(schemas, element);
  return places.flatMap(({ uri, ...place }): readonly BodyFilter[] => {
    const stated = members.get(place.name);
    if (stated === undefined || LOOSE.test(place.name)) return [];
    const inner = schemaTypes(schemas, uri).has('array') ? elementSchemas(schemas, [uri]) : undefined;
    const values = filteredValues(schemas, inner ?? [uri], stated);
    return values === undefined ? [] : [{ ...place, values, ...(inner && { isArray: true as const }) }];
  });
}

/**
 * The values of a filter, if the request member and the element member certainly have the same meaning. If both list
 * the same values, these values are returned. If both are UUIDs, the result is empty. `undefined` in all other cases.
 */
function filteredValues(
  schemas: SchemaSource,
  given: readonly SchemaUri[],
  stated: readonly SchemaUri[],
): readonly Json[] | undefined {
  const [own, other] = [closedValues(schemas, given), closedValues(schemas, stated)];
  const sorted = (values: readonly Json[] | undefined): string | undefined =>
    values
      ?.map((value) => canonicalJson(value))
      .toSorted()
      .join();
  if (own !== undefined) return own.length > 0 && sorted(own) === sorted(other) ? own : undefined;
  const isId = (uris: readonly SchemaUri[]): boolean =>
    uris.some((uri) => [...schemasInPlace(schemas, uri).values()].some((each) => ownValue(each, 'format') === 'uuid'));
  return other === undefined && isId(given) && isId(stated) ? [] : undefined;
}

/**
 * Whether an operation returns an item with the members of `element`, or a list of such items. Only the names of the
 * members are compared.
 */
function returns(contract: Contract, operation: Operation, element: readonly SchemaUri[]): boolean {
  const { schemas } = contract;
  const reply = successSchema(operation);
  if (reply === undefined || !['get', 'post'].includes(operation.method)) return false;
  const pages = pagesOf(contract, reply);
  const listed =
    pages === undefined ? [] : listedSchemas(schemas, reply, itemPlace(contract, operation, reply, pages.elements));
  const envelope = envelopeOf(schemas, reply)?.schema;
  const names = namesOf(schemas, element);
  const candidates = [[reply], listed, envelope === undefined ? [] : [envelope]];
  return candidates.some((uris) => uris.length > 0 && namesOf(schemas, uris) === names);
}

function namesOf(schemas: SchemaSource, uris: readonly SchemaUri[]): string {
  return JSON.stringify([...statedMembers(schemas, uris).keys()].toSorted());
}
