import type { CaseInput } from '../case.js';
import type { SchemaSource } from '../contract.js';
import { type QueryPlace, parameterOf, queryLabel, queryValue, withQueryValue } from '../inputs/query-place.js';
import { listedValues } from '../formats/outside-standards.js';
import { type Json, type JsonObject, ownValue } from '../json/json.js';
import type { Parameter, SchemaUri } from '../operation.js';
import { nameIn } from '../plain-name.js';
import { schemaTypes, schemasInPlace } from '../wire/decode-value.js';
import type { ItemList } from './collection.js';
import { presenceFilter } from './filters/presence-filter.js';
import { selectsElements } from './filters/selected-elements.js';
import {
  elementSchemas,
  isOfOneType,
  isPlainText,
  listedSchemas,
  statedMembers,
  statedNumber,
  successSchema,
  withAttributes,
} from './reply-members.js';

/** A query parameter that filters a list: every returned element has the value of the parameter in one member. */
export interface ListFilter {
  /** Name of the member that is compared. The parameter has the same name unless `parameter` is set. */
  readonly name: string;
  /** The name of the parameter if it differs from `name`, such as `include_archived` and `state[]`. */
  readonly parameter?: string;
  /**
   * Set if the value `true` of the parameter adds elements to the list: `include_archived=true` adds archived elements.
   */
  readonly isAdded?: true;
  /** Set if the member is a time or null, instead of a boolean: `deleted_at` for `include_deleted`. */
  readonly isTime?: true;
  /** Set if the parameter is a boolean: `true` selects elements whose member is not null, `false` those with null. */
  readonly isPresence?: true;
  /** Set if the parameter is an array. An element matches if its member has any of the array's values. */
  readonly isArray?: true;
  /**
   * The query parameter whose value is an object of filters, such as `filter` in `filter[name]`. `name` is then a
   * member of this object and a member of the elements.
   */
  readonly within?: string;
  /** The allowed values of the parameter; empty if the contract does not list them. */
  readonly values: readonly Json[];
  /** Set if the values of the parameter are the strings `true` and `false`, and the member is a boolean. */
  readonly isText?: true;
  /**
   * Set if the list may also contain elements with other values. For example, `level=warning` may be a minimum, so that
   * errors are returned too.
   */
  readonly isOpen?: true;
  /**
   * Set if parameter and member are strings without listed values. The service may compare whole strings, parts or
   * words, with or without letter case. An element whose member equals the parameter always matches. `isOpen` is also
   * set.
   */
  readonly isLoose?: true;
}

/**
 * Names of parameters that may choose how elements are returned, such as the language or the unit. They are not used as
 * filters, even if the elements have a member with the same name.
 */
const REPRESENTATION =
  /^(?:lang(?:uage)?|locale|currency|units?|format|view|version|fields|include|expand|timezone|tz)$/i;
/** Names of parameters whose value is often a minimum or maximum: `level=warning` may return warnings and errors. */
const BOUND = /(?:^|[-_])(?:level|severity|priority|importance|risk|impact|stage|tier)$/i;
/**
 * Names of states that lists often exclude by default. It is unknown whether `archived=true` returns only archived
 * elements, or archived elements in addition to the others. Such a filter is therefore open (`isOpen`).
 */
const LEFT_OUT =
  /^(?:is[-_]?)?(?:archived|deleted|removed|trashed|hidden|disabled|inactive|expired|closed|draft|unlisted|internal)$/i;
/**
 * Names of parameters that add elements with a state, such as `include_archived`. Without the parameter, the list
 * excludes these elements.
 */
const ADDED = /^(?:include|with|show)[-_]?(.+)$/i;
/**
 * Names of parameters that may identify a parent or a position. The list then contains the elements below or after it,
 * but not the identified element itself.
 */
const ABOVE =
  /(?:^|[-_])(?:path|parent|folder|dir(?:ectory)?|prefix|root|above|cursor|marker|token|after|before|since|until)$|^ref$|[a-z](?:Path|Prefix)$/i;
/** Names of parameters for a text that the service searches in the elements. */
export const SEARCH = /^(?:q|query|search|search[-_]?(?:term|text|query)|term|keywords?)$/i;
/** Names of identifiers. A filter by the identifier of a group may also return elements in its subgroups. */
export const IDENTIFIER = /(?:^|[-_])(?:id|uuid|guid)$|[a-z](?:Id|ID|Uuid|Guid)$/;
/** Names of the parameter that states the order of a list. */
export const ORDER = /^_?(?:sort|order|ordering|sort[-_]?by|order[-_]?by|sort[-_]?order|\$orderby)$/i;
/** Values with which a filter selects all elements. */
const EVERY = /^(?:a(?:ll|ny)|every|both|\*)$/i;
/** Names of a parameter whose value is an object of filters. */
export const FILTERS = /^(?:filters?|where)$/i;
/** The maximum number of values in a filter. Longer enumerations usually list terms, such as countries. */
const MOST_VALUES = 200;

/**
 * The filters of a list, without parameters that may have a different meaning. A parameter is a filter if the elements
 * have a member with the same name, and if both have the same enumeration, are booleans, or are identifiers. Other
 * strings and numbers are skipped, because they may match a prefix or set a bound.
 */
export function listFilters(schemas: SchemaSource, list: ItemList): readonly ListFilter[] {
  const members = chosenMembers(schemas, list);
  return list.operation.parameters.filter(isChoice).flatMap((stated): readonly ListFilter[] => {
    const { name: parameter, schema } = stated;
    const presence = presenceFilter(schemas, stated, members);
    if (presence.length > 0) return presence;
    if (!FILTERS.test(parameter))
      return addedState(schemas, parameter, schema, members) ?? ownFilters(schemas, stated, members);
    return [...statedMembers(schemas, [schema])]
      .filter(([name]) => !REPRESENTATION.test(name))
      .flatMap(([name, uris]) => filterBy(schemas, name, uris, members.get(name)))
      .map((filter) => ({ ...filter, within: parameter }));
  });
}

/**
 * The filter that a parameter has because of its own name. The name is that of a member (`From` for `from`), a member
 * with the brackets of an array (`state[]`), or a member in brackets (`filter[state]`).
 */
function ownFilters(
  schemas: SchemaSource,
  { name: parameter, schema, description }: Parameter,
  members: ReadonlyMap<string, readonly SchemaUri[]>,
): readonly ListFilter[] {
  const stated = /^(?:filters?|where)\[([^\][]+)\]$/i.exec(parameter)?.[1] ?? parameter.replace(/\[\]$/, '');
  const name = nameIn(members.keys(), stated);
  if (REPRESENTATION.test(name) && !selectsElements(description)) return [];
  const filters = [...filterBy(schemas, name, [schema], members.get(name)), ...anyOf(schemas, name, schema, members)];
  return name === parameter ? filters : filters.map((filter) => ({ ...filter, parameter }));
}

/** The filter of an array parameter whose elements are values of a member, such as `[warning, error]`. */
function anyOf(
  schemas: SchemaSource,
  name: string,
  schema: SchemaUri,
  members: ReadonlyMap<string, readonly SchemaUri[]>,
): readonly ListFilter[] {
  if (closedValues(schemas, [schema]) !== undefined) return [];
  const isSeveral = statedNumber(schemas, schema, 'maxItems') !== 1;
  return filterBy(schemas, name, elementSchemas(schemas, [schema]), members.get(name)).flatMap((filter) => {
    if (filter.values.length === 0) return [];
    const { isOpen, ...closed } = filter;
    const isBound = isOpen === true && BOUND.test(name);
    return [{ ...(isBound && isSeveral ? closed : filter), isArray: true }];
  });
}

/**
 * The filter of a boolean parameter such as `include_archived`. Elements with the state in its name (`archived`) are in
 * the list only if the parameter is true. `undefined` for other parameters, and if no member of the elements has the
 * name of the state.
 */
function addedState(
  schemas: SchemaSource,
  parameter: string,
  schema: SchemaUri,
  members: ReadonlyMap<string, readonly SchemaUri[]>,
): readonly ListFilter[] | undefined {
  const [, state = ''] = ADDED.exec(parameter) ?? [];
  if (members.has(parameter) || !LEFT_OUT.test(state) || !isBoolean(schemas, [schema])) return undefined;
  const plain = (name: string): string => name.toLowerCase().replace(/^is(?=[-_])|[-_]/g, '');
  const added = { parameter, isAdded: true, values: [false] } as const;
  const member = [...members].find(([name, uris]) => plain(name) === plain(state) && isBoolean(schemas, uris));
  if (member !== undefined) return [{ name: member[0], ...added }];
  // `expired_at` is not used, because it may be a time in the future.
  const times = plain(state) === 'expired' ? [] : [`${plain(state)}at`, `${plain(state)}on`];
  const time = [...members].find(([name, uris]) => times.includes(plain(name)) && isTextOrNull(schemas, uris));
  return time === undefined ? undefined : [{ name: time[0], ...added, isTime: true }];
}

function isTextOrNull(schemas: SchemaSource, uris: readonly SchemaUri[]): boolean {
  return uris.every((uri) => [...schemaTypes(schemas, uri)].toSorted().join(' ') === 'null string');
}

function isBoolean(schemas: SchemaSource, uris: readonly SchemaUri[]): boolean {
  return closedValues(schemas, uris)?.every((value) => typeof value === 'boolean') === true;
}

/** The filter by the member `name`. `given`: schemas of the query value; `stated`: schemas of the member. */
function filterBy(
  schemas: SchemaSource,
  name: string,
  given: readonly SchemaUri[],
  stated: readonly SchemaUri[] | undefined,
): readonly ListFilter[] {
  if (ORDER.test(name) || stated === undefined) return [];
  const permitted = closedValues(schemas, given);
  const known = closedValues(schemas, stated);
  // A value such as `all`, beside the values of the member, selects all elements.
  const values = known?.includes(true)
    ? permitted
    : permitted?.filter((value) => known?.includes(value) === true || !EVERY.test(String(value)));
  if (values === undefined && known === undefined) {
    if (!isOfOneType(schemas, given, stated)) return [];
    if (IDENTIFIER.test(name)) return [{ name, values: [], isOpen: true }];
    const isLoose = isPlainText(schemas, [...given, ...stated]) && !ABOVE.test(name) && !SEARCH.test(name);
    return isLoose ? [{ name, values: [], isOpen: true, isLoose }] : [];
  }
  const isText = known?.includes(true) === true && values?.every((value) => value === 'true' || value === 'false');
  const isFlag = values?.includes(true) === true || isText === true;
  const isCertain =
    values !== undefined &&
    known !== undefined &&
    (isText === true || values.every((value) => known.includes(value))) &&
    !(isText === true && LEFT_OUT.test(name));
  if (!isCertain || values.length < 2) return [];
  const isOpen = (isFlag ? LEFT_OUT : BOUND).test(name);
  return [{ name, values, ...(isText && { isText }), ...(isOpen && { isOpen }) }];
}

/**
 * The values that the member has in the elements that `value` selects. `undefined` if `value` selects all elements, or
 * if an array has an unknown value: a link to the next page may have joined two values into one string.
 */
export function selectedValues(
  { isAdded, isArray, isText, isTime, values }: ListFilter,
  value: Json | undefined,
): readonly [Json, ...(readonly Json[])] | undefined {
  if (value !== undefined && EVERY.test(String(value)) && !values.includes(value)) return undefined;
  if (isAdded === true) return value === false ? [isTime === true ? null : false] : undefined;
  const [first = null, ...others] = Array.isArray(value) ? (value as readonly Json[]) : [value ?? null];
  if (first === null || others.includes(null)) return undefined;
  if (isArray === true && ![first, ...others].every((each) => values.includes(each))) return undefined;
  return isText === true ? [first === 'true', ...others.map((other) => other === 'true')] : [first, ...others];
}

/** The name of a filter, or of a parameter that sets the order of a list. */
interface Choice extends Pick<ListFilter, 'name' | 'parameter' | 'within'> {
  /**
   * Set if the parameter takes a list of values. Requests then send a list with one value. By default, the parameter
   * takes one value.
   */
  readonly isList?: true;
}

function placeOf({ name, parameter = name, within }: Choice): QueryPlace {
  return { name: parameter, ...(within !== undefined && { within }) };
}

/** The name of the query parameter that contains a filter or an order. */
export function choiceParameter(choice: Choice): string {
  return parameterOf(placeOf(choice));
}

/** The name of a filter or an order parameter in messages: `state`, or `filter[state]`. */
export function choiceName(choice: Choice): string {
  return queryLabel(placeOf(choice));
}

/** The value of a filter or an order in a query; `undefined` if the query does not set it. */
export function chosen(query: CaseInput['query'], choice: Choice): Json | undefined {
  const value = queryValue(query, placeOf(choice));
  if (choice.isList !== true) return value;
  return Array.isArray(value) && value.length === 1 ? (value as readonly Json[])[0] : undefined;
}

/** The query arguments that set a filter or an order to `value`. */
export function choosing(choice: Choice, value: Json): JsonObject {
  return withQueryValue({}, placeOf(choice), choice.isList === true ? [value] : value);
}

export function isChoice({ in: place, contentType }: Parameter): boolean {
  return place === 'query' && contentType === undefined;
}

/** The members that the contract states for the elements of a list, with their schemas. */
export function elementMembers(schemas: SchemaSource, list: ItemList): ReadonlyMap<string, readonly SchemaUri[]> {
  const reply = successSchema(list.operation);
  return reply === undefined ? new Map() : statedMembers(schemas, listedSchemas(schemas, reply, list));
}

/** The members of the elements, including those in `attributes` of a resource object (JSON:API), with their schemas. */
export function chosenMembers(schemas: SchemaSource, list: ItemList): ReadonlyMap<string, readonly SchemaUri[]> {
  return withAttributes(schemas, elementMembers(schemas, list));
}

/** The value of an element's member, or of the member below its `attributes` (see `withAttributes`). */
export function chosenValue(element: Json, name: string): Json | undefined {
  return ownValue(element, name) ?? ownValue(ownValue(element, 'attributes'), name);
}

/** The values that the schemas allow, without null; `undefined` if they do not list the values. */
export function closedValues(schemas: SchemaSource, stated: readonly SchemaUri[]): readonly Json[] | undefined {
  for (const uri of stated) {
    const types = [...schemaTypes(schemas, uri)].filter((type) => type !== 'null');
    if (types.length === 1 && types[0] === 'boolean') return [true, false];
    for (const schema of schemasInPlace(schemas, uri).values()) {
      const listed = listedValues(schema);
      if (listed === undefined || listed.length > MOST_VALUES) continue;
      const values = listed.filter((value) => value !== null);
      if (values.every((value) => typeof value === 'string' || typeof value === 'number')) return values;
    }
  }
  return undefined;
}
