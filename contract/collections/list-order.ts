import type { SchemaSource } from '../contract.js';
import { ownValue } from '../json/json.js';
import type { SchemaUri } from '../operation.js';
import { schemasInPlace } from '../wire/decode-value.js';
import type { ItemList } from './collection.js';
import { areDecimalTexts } from '../formats/decimal-texts.js';
import { plainName } from '../plain-name.js';
import { ORDER, chosenMembers, closedValues, isChoice } from './list-choices.js';
import { elementSchemas } from './reply-members.js';

/** A query parameter that states the order of a list. */
export interface ListOrder {
  readonly name: string;
  /** The values that sort by a member. A value that names no member, such as `relevance`, is not included. */
  readonly keys: readonly OrderKey[];
  /** Set if the parameter takes a list of order values. By default, the parameter takes one value. */
  readonly isList?: true;
}

/** A value of the order parameter, and the member by which this value sorts. */
export interface OrderKey {
  readonly value: string;
  readonly member: string;
  /** `undefined` if the value names no direction. */
  readonly direction?: 'ascending' | 'descending';
  /** Set if the member is a string with a decimal number, which is sorted as a number. */
  readonly isDecimal?: true;
}

/** Values that state only a direction. They are not sort keys, even if a member is named `desc`. */
const DIRECTION = /^(?:asc|desc|ascending|descending)$/i;

type Members = ReadonlyMap<string, readonly SchemaUri[]>;

/** A value of the order parameter, split into the name of the member and the direction. */
interface NamedKey extends Pick<OrderKey, 'value' | 'direction'> {
  readonly name: string;
}

/**
 * The parameter that sorts a list: it has a usual name, such as `sort`, and some of its values are names of members,
 * with or without a direction. `created`, `updated` and similar values denote the time member with such a name, as in
 * `created_at`, if there is only one.
 */
export function listOrder(schemas: SchemaSource, list: ItemList): ListOrder | undefined {
  const members = chosenMembers(schemas, list);
  for (const parameter of list.operation.parameters) {
    if (!isChoice(parameter) || !ORDER.test(parameter.name)) continue;
    const own = closedValues(schemas, [parameter.schema]);
    const values = own ?? closedValues(schemas, elementSchemas(schemas, [parameter.schema])) ?? [];
    const keys = orderKeys(
      schemas,
      values.filter((value) => typeof value === 'string'),
      members,
    );
    if (keys.length > 0) return { name: parameter.name, keys, ...(own === undefined && { isList: true }) };
  }
  return undefined;
}

function orderKeys(schemas: SchemaSource, values: readonly string[], members: Members): readonly OrderKey[] {
  const isSigned = values.some((value) => value.startsWith('-'));
  const named = values.flatMap((value) => namedKey(value, isSigned) ?? []);
  const found = named.flatMap(({ name, ...key }): readonly OrderKey[] => {
    const member = memberOf(schemas, members, name);
    if (member === undefined) return [];
    const isDecimal = areDecimalTexts(schemas, member, members.get(member) ?? []);
    return [{ ...key, member, ...(isDecimal && { isDecimal }) }];
  });
  if (found.length === values.length) return found;
  // If some values name no member, a value such as `popularity` may stand for an order with its own direction. It is
  // ascending only if the parameter also has a value for the descending order.
  const isReversed = ({ member }: OrderKey): boolean =>
    found.some((other) => other.member === member && other.direction === 'descending');
  return found.map((key) => (isReversed(key) ? key : withoutDirection(key)));
}

function withoutDirection({ value, member, isDecimal }: OrderKey): OrderKey {
  return { value, member, ...(isDecimal && { isDecimal }) };
}

/** Reads a value of an order parameter, such as `name`, `-name`, `+name`, `name:asc` or `name_desc`. */
function namedKey(value: string, isSigned: boolean): NamedKey | undefined {
  const [, sign, name, word] = /^([-+]?)(.+?)(?:[-_:. ](asc|desc|ascending|descending))?$/i.exec(value) ?? [];
  if (name === undefined || DIRECTION.test(name)) return undefined;
  const isDown = sign === '-' || word?.toLowerCase().startsWith('desc') === true;
  const isUp = sign === '+' || word !== undefined || isSigned;
  return { value, name, ...(isDown ? { direction: 'descending' } : isUp ? { direction: 'ascending' } : {}) };
}

/**
 * The member that a sort key names: the member with this name, or else the only time member with a name such as
 * `created_at` for the key `created`.
 */
function memberOf(schemas: SchemaSource, members: Members, name: string): string | undefined {
  if (members.has(name)) return name;
  const names = ['', 'at', 'on', 'date', 'time'].map((end) => plainName(name) + end);
  const [fit, ...others] = [...members].filter(
    ([member, stated]) => names.includes(plainName(member)) && isTime(schemas, stated),
  );
  return others.length === 0 ? fit?.[0] : undefined;
}

function isTime(schemas: SchemaSource, stated: readonly SchemaUri[]): boolean {
  return stated.every((uri) =>
    [...schemasInPlace(schemas, uri).values()].some((schema) =>
      ['date', 'date-time'].includes(String(ownValue(schema, 'format'))),
    ),
  );
}
