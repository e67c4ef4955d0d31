import type { CaseInput } from '../../case.js';
import type { Contract } from '../../contract.js';
import { isValidInput } from '../../inputs/input-violations.js';
import { statedExamples } from '../../inputs/stated-examples.js';
import { type Json, type JsonObject, ownValue } from '../../json/json.js';
import type { Operation, Parameter } from '../../operation.js';
import { sentencesOf } from '../../sentences.js';
import { schemaTypes, schemasInPlace } from '../../wire/decode-value.js';
import type { ItemList } from '../collection.js';
import { ORDER, chosen, chosenMembers, choosing, closedValues, isChoice } from '../list-choices.js';
import { elementSchemas } from '../reply-members.js';
import {
  DIRECTED_BY,
  type Direction,
  type DirectionValue,
  type Members,
  type OrderKey,
  SIGN,
  directionOf,
  directionsOf,
  keyOf,
  orderKeys,
  valueSentences,
} from './order-keys.js';
import { memberOrders, sortsByOneMember } from './member-orders.js';
import { directedMember } from './stated-order.js';

/** A query parameter that sets the order of a list. */
export interface ListOrder {
  readonly name: string;
  /** The values of the parameter that sort by a member. Values without a member, such as `relevance`, are left out. */
  readonly keys: readonly OrderKey[];
  /** Set if the parameter takes a list of order values. By default, the parameter takes one value. */
  readonly isList?: true;
  /** The name of the second parameter, which states the direction. */
  readonly directedBy?: string;
}

/**
 * The query parameter that sorts a list. It has a usual name, such as `sort`, and some of its values are names of
 * members, with or without a direction. A value such as `created` means the time `created_at`, if there is only one
 * such time. A second parameter, such as `order` with `asc` and `desc`, may state the direction. If there is no such
 * parameter, each member may have a parameter of its own (see `memberOrders`).
 */
export function listOrder(contract: Contract, list: ItemList): ListOrder | undefined {
  const { schemas } = contract;
  const members = chosenMembers(schemas, list);
  const parameters = list.operation.parameters.filter(isChoice);
  const directed = parameters.flatMap((parameter) => directionParameter(contract, parameter) ?? [])[0];
  for (const parameter of parameters) {
    if (!ORDER.test(parameter.name)) continue;
    const own = closedValues(schemas, [parameter.schema]) ?? namedValues(contract, list.operation, parameter, members);
    const values = own ?? closedValues(schemas, elementSchemas(schemas, [parameter.schema])) ?? [];
    const keys = orderKeys(
      schemas,
      values.filter((value) => typeof value === 'string'),
      members,
    );
    const { name } = parameter;
    if (keys.length === 0) continue;
    if (own === undefined) return { name, keys, isList: true };
    const isDirected = directed !== undefined && keys.every(({ direction }) => direction === undefined);
    return isDirected ? { name, keys: directedKeys(keys, directed), directedBy: directed.name } : { name, keys };
  }
  const keys = memberOrders(schemas, parameters, members);
  const place = keys[0]?.place;
  return place === undefined
    ? directed && directionOnly(contract, directed, members)
    : { name: place.within ?? place.name, keys };
}

/** A parameter whose only values are two directions. */
interface DirectionParameter {
  readonly name: string;
  readonly description: string;
  readonly values: readonly DirectionValue[];
  /** The direction of the parameter's default. */
  readonly initial?: Direction;
}

function directionParameter(
  { schemas }: Contract,
  { name, description, schema }: Parameter,
): DirectionParameter | undefined {
  const values = DIRECTED_BY.test(name) || ORDER.test(name) ? directionsOf(schemas, [schema]) : undefined;
  if (values === undefined) return undefined;
  const [usual] = [...schemasInPlace(schemas, schema).values()].flatMap((each) => ownValue(each, 'default') ?? []);
  const initial = typeof usual === 'string' ? directionOf(usual) : undefined;
  return { name, description, values, ...(initial && { initial }) };
}

/**
 * Combines each sort key with each value of the direction parameter. Each key is also included without this parameter,
 * with the default direction if there is one.
 */
function directedKeys(keys: readonly OrderKey[], { name, values, initial }: DirectionParameter): readonly OrderKey[] {
  return [
    ...keys.flatMap((key) => values.map(({ value, direction }) => ({ ...key, direction, also: { name, value } }))),
    ...keys.map((key) => ({ ...key, ...(initial && { direction: initial }) })),
  ];
}

/**
 * The order of a list that has only a parameter for the direction. The description of the parameter must state by which
 * member the list is sorted.
 */
function directionOnly(
  { schemas }: Contract,
  { name, description, values }: DirectionParameter,
  members: Members,
): ListOrder | undefined {
  const member = directedMember(schemas, members, description);
  if (member === undefined) return undefined;
  return { name, keys: values.map((each) => ({ ...each, ...keyOf(schemas, members, member) })) };
}

const QUOTED = /`([^`\n]{1,60})`|"([^"\n]{1,60})"/g;
/**
 * Matches `desc` after a space, as in `name desc`, or in a pattern such as `( desc)?`. If a text of the parameter
 * matches, the descending order is requested with ` desc` after the name of the member.
 */
const DESCENDING = /(?: |\\s[+*]?)desc\b/;
const TOKEN = /[A-Za-z][\w.]*/g;

/**
 * The values that an order parameter accepts, if it takes any string. The names of members are found in its pattern, in
 * its examples, in quotations in its description, and in a sentence of the operation such as "`sort` is one of `name`,
 * `rank`". Each name also gets a value for the descending order: with ` desc` (AIP-132, OData) or with a minus, if one
 * of these texts shows this form. `undefined` if the parameter is not a string, or if no name is found.
 */
function namedValues(
  contract: Contract,
  operation: Operation,
  parameter: Parameter,
  members: Members,
): readonly Json[] | undefined {
  const { schemas } = contract;
  const { description, schema } = parameter;
  if ([...schemaTypes(schemas, schema)].join() !== 'string') return undefined;
  const stated = [...schemasInPlace(schemas, schema).values()];
  const patterns = stated.flatMap((each) => textOf(each, 'pattern'));
  const texts = [
    description,
    ...stated.flatMap((each) => textOf(each, 'description')),
    ...valueSentences(operation, parameter).flatMap((sentence) => sentencesOf(sentence)[0] ?? []),
  ];
  const examples = statedExamples(schemas, parameter).filter((value) => typeof value === 'string');
  const quoted = texts.flatMap((text) => [...text.matchAll(QUOTED)].map(([, one, other]) => one ?? other ?? ''));
  const named = new Set([...patterns, ...quoted, ...examples].flatMap((text) => text.match(TOKEN) ?? []));
  const isWorded = [...patterns, ...quoted, ...examples].some((text) => DESCENDING.test(text));
  const isSigned = [...texts, ...quoted, ...examples].some((text) => SIGN.test(text) || /^-[A-Za-z]/.test(text));
  const isValid = (value: string): boolean =>
    isValidInput(contract, { ...operation, parameters: [parameter] }, { query: { [parameter.name]: value } });
  const values = [...members.keys()]
    .filter((name) => named.has(name))
    .flatMap((name) => (isWorded ? [name, `${name} desc`] : isSigned ? [name, `-${name}`] : [name]))
    .filter(isValid);
  return values.length > 0 ? values : undefined;
}

function textOf(schema: Json, keyword: string): readonly string[] {
  const text = ownValue(schema, keyword);
  return typeof text === 'string' ? [text] : [];
}

/** The query arguments with which a list is sorted by a key. */
export function orderedBy(order: ListOrder, { value, also, place }: OrderKey): JsonObject {
  return { ...choosing(place ?? order, value), ...(also && { [also.name]: also.value }) };
}

/** Whether a query contains an argument that sets the order. */
export function setsOrder(order: ListOrder, query: CaseInput['query']): boolean {
  return (
    chosen(query, order) !== undefined ||
    order.keys.some(({ place }) => place !== undefined && chosen(query, place) !== undefined) ||
    (order.directedBy !== undefined && ownValue(query ?? {}, order.directedBy) !== undefined)
  );
}

/**
 * The sort key that a query uses. `undefined` if the query sets no order, an order that is not in `keys`, or an order
 * by several members.
 */
export function chosenKey(order: ListOrder, query: CaseInput['query']): OrderKey | undefined {
  const direction = order.directedBy === undefined ? undefined : ownValue(query ?? {}, order.directedBy);
  const found = order.keys.find(
    ({ value, also, place }) => value === chosen(query, place ?? order) && also?.value === direction,
  );
  return found?.place === undefined || sortsByOneMember(query) ? found : undefined;
}
