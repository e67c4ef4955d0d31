import { isFixed, requiredChoice } from '../inputs/fixed-argument.js';
import type { Contract, SchemaSource } from '../contract.js';
import { documentsHeader, successesOf } from '../documented-responses.js';
import { isValidInput } from '../inputs/input-violations.js';
import { ownValue } from '../json/json.js';
import { joinPointer } from '../json/json-pointer.js';
import type { Operation, Parameter, SchemaUri } from '../operation.js';
import { plainName } from '../plain-name.js';
import { identifierTypes, schemaTypes, schemasInPlace, textsInPlace } from '../wire/decode-value.js';
import type { CollectionCorrection, ItemList, ItemRead, PageLimit } from './collection.js';
import { isNameOf } from './item-read.js';
import { afterLastElement, beforeElement } from './last-element.js';
import { isOmittedIfEmpty, itemPlace, pagesOf } from './main-list.js';
import { moreFlag } from './more-flag.js';
import { isAfterLast, isAlternative, ofPageMembers, pagingOf, pagingParameters } from './paging.js';
import { type QueryArgument, queryArguments } from './query-arguments.js';
import { listedSchemas, statedMembers, statedNumber, successSchema } from './reply-members.js';

/** Matches common names of the parameter for the number of elements on a page. */
const PAGE_LIMIT =
  /^\$?(?:(?:page|max|list)?[-_.]?(?:limit|size|top|first|count|results|rows|items)|page\[(?:size|limit)\]|(?:(?:items|results|entries|records)[-_]?)?per[-_]?page|take|n)$/i;
/**
 * Matches the parameter name `page_size`, as in AIP-158. With this name, a value of 0 requests a page size that the
 * service chooses.
 */
const ZERO_IS_DEFAULT = /^page[-_]?size$/i;
/** Matches descriptions that mention 0, and may therefore state what a page size of 0 means. */
const ZERO = /\b(?:0|zero)\b/i;
/**
 * Matches names that can only mean the page size. Other names, such as `size`, may also mean a property of the
 * elements.
 */
const CERTAIN_LIMIT = /limit|page[-_.]?size|page\[|per[-_]?page|max[-_]?results|max[-_]?items/i;
/** Matches common names of parameters that select a page of a list, such as `cursor`. */
const PAGE_PLACE =
  /cursor|token|offset|^\$?(?:page|skip|start(?:[-_]?(?:index|at|position|row))?|from|after|before|until|since|index|continue|continuation|page[-_]?(?:number|no|index))$/i;
/**
 * Matches common names of the member with the number of all elements. `count` is not included, because it is often the
 * number of elements on one page.
 */
const TOTAL =
  /^(?:total|@odata\.count|number[-_]?matched|(?:hydra:)?total[-_]?(?:count|size|items|results|records|elements|entries|hits)|(?:items|results|records|elements|entries)[-_]?total)$/i;
const TOTAL_HEADERS = [
  'x-total-count',
  'x-total',
  'x-total-items',
  'x-total-results',
  'total-count',
  'x-pagination-total-count',
  'x-wp-total',
];

/** Matches common names of the boolean parameter that requests the number of all elements, such as `$count`. */
const COUNTED = /^(?:\$?count|total|(?:include|with|show|return)[-_]?(?:total[-_]?count|total|count)s?)$/i;

/** Whether a query parameter has a common name for the size or the position of a page. */
export function isPagingName(name: string): boolean {
  return PAGE_LIMIT.test(name) || PAGE_PLACE.test(name);
}

interface ListHints {
  /** The operation that reads an item of the list, if it is known. */
  readonly read?: ItemRead | undefined;
  /** The name of the identifier in the reply to the create operation, if it is known. */
  readonly id?: string | undefined;
  readonly paging?: CollectionCorrection['paging'];
}

/**
 * How an operation lists elements. `undefined` if its reply has no list. Also `undefined` if the query requires an
 * argument with more than one possible value, because its right value is unknown.
 */
export function itemList(
  contract: Contract,
  operation: Operation,
  { read, id: known, paging }: ListHints = {},
): ItemList | undefined {
  const { schemas } = contract;
  const whole = successSchema(operation);
  const pages = whole === undefined ? undefined : pagesOf(contract, whole);
  if (operation.method !== 'get' || whole === undefined || pages === undefined) return undefined;
  const { schema, at, elements } = pages;
  const free = operation.parameters.filter((parameter) => parameter.in === 'query');
  if (requiredChoice(schemas, free) !== undefined || !isCallable(contract, operation)) return undefined;
  const place = itemPlace(contract, operation, whole, elements);
  const stated = statedMembers(schemas, listedSchemas(schemas, whole, place));
  const location = read?.id.location;
  const id = location && read ? [...stated.keys()].find((name) => isNameOf(name, read.id.name)) : known;
  const way =
    pagingOf(contract, operation, pages, paging) ??
    (paging === undefined ? afterLastElement(contract, operation, pages, place.item) : undefined);
  const flag = way === undefined ? undefined : moreFlag(schemas, schema);
  const more = flag && { ...flag, pointer: at + flag.pointer };
  const next = isAfterLast(way) && more !== undefined ? { ...way, more } : way;
  const isPaged = next !== undefined || free.some(({ name }) => PAGE_PLACE.test(name));
  const limit = queryArguments(schemas, operation.parameters).find(
    ({ name, label, schema: own }) =>
      isLimit(contract, label, own) &&
      !isOfAllPages(operation, name) &&
      (isPaged || CERTAIN_LIMIT.test(label)) &&
      !isOtherThanLimit(label, operation, [...stated.keys()]),
  );
  const previous = isAfterLast(next) ? beforeElement(contract, operation, stated.get('id') ?? []) : undefined;
  const used = pagingParameters({ next, limit });
  // Without paging, a member such as `total` may be a sum of money instead of a count.
  const hasPages = next !== undefined || limit !== undefined;
  const totalBelow = hasPages ? totalOf(schemas, schema) : undefined;
  const total = totalBelow === undefined ? undefined : at + totalBelow;
  const counted = free.find(({ name, schema: own }) => COUNTED.test(name) && isFlag(schemas, own));
  const inHeader = hasPages && total === undefined ? headerTotal(contract, operation) : undefined;
  return {
    operation,
    ...place,
    ...(isOmittedIfEmpty(schemas, whole, elements) && { isOmittedIfEmpty: true }),
    ...(id !== undefined && stated.has(id) && { id, ...(location && { location }) }),
    ...(next && { next }),
    ...(previous !== undefined && { previous }),
    ...(limit && { limit: limitOf(contract, operation, limit) }),
    ...(total !== undefined && { total }),
    ...inHeader,
    ...(counted !== undefined && (total ?? inHeader) !== undefined && { counted: counted.name }),
    ...(more && { more }),
    unknownPaging: free
      .filter(({ name }) => !used.includes(name) && PAGE_PLACE.test(name) && !isAlternative(name, next))
      // A date parameter counts as paging only if pages have a size, and no other parameter or link selects the next
      // page.
      .filter((parameter) => (next === undefined && limit !== undefined) || !isTime(schemas, parameter.schema))
      .map(({ name }) => name),
  };
}

function isFlag(schemas: SchemaSource, schema: SchemaUri): boolean {
  return [...schemaTypes(schemas, schema)].join() === 'boolean';
}

function isTime(schemas: SchemaSource, schema: SchemaUri): boolean {
  return [...schemasInPlace(schemas, schema).values()].some((stated) => {
    const format = ownValue(stated, 'format');
    return format === 'date' || format === 'date-time';
  });
}

/**
 * Whether the operation can be called without query arguments and without a body. Path parameters are ignored, because
 * their values are known when the list is called. Required headers and cookies, such as the name of a tenant, are also
 * ignored, because all calls of a sequence send the same values for them.
 */
function isCallable(contract: Contract, operation: Operation): boolean {
  const parameters = operation.parameters.filter(
    (parameter) => ['path', 'query'].includes(parameter.in) && !isFixed(contract.schemas, parameter),
  );
  return operation.path.includes('{') || isValidInput(contract, { ...operation, parameters }, {});
}

/**
 * Pointer to the integer with a common name for the number of all elements, if there is only one such integer. A number
 * does not count if its description states that it is an estimate (AIP-158 permits estimates).
 */
export function totalOf(schemas: SchemaSource, schema: SchemaUri): string | undefined {
  const isInteger = (uri: SchemaUri): boolean => schemaTypes(schemas, uri).has('integer');
  const totals = (conjunction: readonly SchemaUri[]): readonly string[] =>
    [...statedMembers(schemas, conjunction)].flatMap(([name, stated]) =>
      TOTAL.test(name) &&
      stated.some(isInteger) &&
      !stated.some((uri) => isEstimate(schemas, uri) || isOfOnePage(schemas, uri))
        ? [joinPointer('', name)]
        : [],
    );
  const [pointer, ...others] = [...totals([schema]), ...ofPageMembers(schemas, schema, totals)];
  return others.length > 0 ? undefined : pointer;
}

/**
 * The header with the number of all elements. It is found by its usual name. A header whose value is a JSON object,
 * such as `X-Pagination`, is found by its description, which must quote the name of the member with the number, such as
 * `totalCount`.
 */
function headerTotal(
  { schemas }: Contract,
  operation: Operation,
): Pick<ItemList, 'totalHeader' | 'totalMember'> | undefined {
  const named = TOTAL_HEADERS.find((name) => documentsHeader(operation, name));
  if (named !== undefined) return { totalHeader: named };
  const headers = successesOf(operation).flatMap((each) => each.headers);
  for (const { name, description = '', schema } of headers.filter((each) => PAGE_HEADER.test(each.name))) {
    const texts = [description, ...(schema === undefined ? [] : textsInPlace(schemas, [schema]))].filter((text) =>
      JSON_TEXT.test(text),
    );
    const quoted = texts.flatMap((text) => [...text.matchAll(QUOTED)].map(([, member = '']) => member));
    const [member, ...others] = new Set(quoted.filter((each) => TOTAL.test(each)));
    if (member !== undefined && others.length === 0) return { totalHeader: name.toLowerCase(), totalMember: member };
  }
  return undefined;
}

/** Matches names of headers whose value may be a JSON object about the page. */
const PAGE_HEADER = /^(?:x-)?(?:pagination|paging|page-?info)$/i;
const JSON_TEXT = /\bJSON\b/i;
/** Matches a name in backticks or quotes. */
const QUOTED = /[`'"]([A-Za-z][\w-]*)[`'"]/g;

/** Whether the description of a number states that it counts the elements of one page. */
function isOfOnePage(schemas: SchemaSource, uri: SchemaUri): boolean {
  return textsInPlace(schemas, [uri]).some(
    (text) => /\b(?:this|the current|each) (?:page|response|reply)\b/i.test(text) && !/\ball\b/i.test(text),
  );
}

/** Whether the description of a number states that it may be inexact. */
export function isEstimate(schemas: SchemaSource, uri: SchemaUri): boolean {
  return textsInPlace(schemas, [uri]).some((text) => /\b(?:estimat|approximat|inexact|not exact|capped)/i.test(text));
}

/**
 * Whether a parameter of an operation sets the largest number of elements on a page. `members`: the names of the
 * members of the elements, if they are known.
 */
export function isPageLimit(
  contract: Pick<Contract, 'schemas'>,
  operation: Operation,
  { in: location, name, schema }: Parameter,
  members?: readonly string[],
): boolean {
  const isSize = location === 'query' && isLimit(contract, name, schema) && !isOfAllPages(operation, name);
  return isSize && !isOtherThanLimit(name, operation, members);
}

/**
 * Whether a query parameter limits the number of elements on all pages together, such as `$top` of OData 4.01
 * (§11.2.6.3 of its protocol).
 */
function isOfAllPages({ parameters }: Operation, name: string): boolean {
  return parameters.some((each) => each.in === 'query' && each.name === name && OF_ALL_PAGES.test(each.description));
}

/** The query parameter that limits the number of elements on all pages together, instead of the size of one page. */
export function wholeLimit({ parameters, ...operation }: Operation): string | undefined {
  return parameters.find(
    ({ in: place, name }) =>
      place === 'query' && PAGE_LIMIT.test(name) && isOfAllPages({ parameters, ...operation }, name),
  )?.name;
}

const OF_ALL_PAGES = /\ball pages\b|\bin total\b|\bof the whole list\b/i;

/**
 * Whether a parameter such as `maxSize` selects elements by one of their members, instead of setting the page size. It
 * selects elements in each of these cases:
 * - The name of another parameter can only mean the page size.
 * - There is also a parameter `minSize`.
 * - The elements have a member `size`.
 */
function isOtherThanLimit(name: string, { parameters }: Operation, members: readonly string[] = []): boolean {
  if (CERTAIN_LIMIT.test(name)) return false;
  const others = parameters.filter(({ in: place, name: other }) => place === 'query' && other !== name);
  if (others.some(({ name: other }) => PAGE_LIMIT.test(other) && CERTAIN_LIMIT.test(other))) return true;
  const [, member] = /^max[-_.]?(.+)$/i.exec(name) ?? [];
  if (member === undefined) return false;
  const [own, smallest] = [plainName(member), plainName(`min${member}`)];
  return others.some((other) => plainName(other.name) === smallest) || members.some((each) => plainName(each) === own);
}

function isLimit({ schemas }: Pick<Contract, 'schemas'>, name: string, schema: SchemaUri): boolean {
  return PAGE_LIMIT.test(name) && identifierTypes(schemas, schema).has('integer');
}

/**
 * The largest stated maximum that is used as the maximum page size. A larger number, such as 2147483647, is only the
 * maximum of the integer type.
 */
const MOST_ELEMENTS = 1_000_000;

function limitOf({ schemas }: Contract, { parameters }: Operation, { name, within, schema }: QueryArgument): PageLimit {
  const [minimum, maximum, preset] = ['minimum', 'maximum', 'default'].map((key) => statedNumber(schemas, schema, key));
  const stated = parameters.find((parameter) => parameter.in === 'query' && parameter.name === name);
  const description = ownValue(schemas.at(schema), 'description');
  const isZeroDefault =
    ZERO_IS_DEFAULT.test(name) || ZERO.test(`${stated?.description} ${JSON.stringify(description)}`);
  return {
    name,
    ...(within !== undefined && { within }),
    minimum: isZeroDefault && minimum === 0 ? 1 : (minimum ?? 1),
    ...(maximum !== undefined && maximum <= MOST_ELEMENTS && { maximum }),
    ...(preset !== undefined && { default: preset }),
  };
}
