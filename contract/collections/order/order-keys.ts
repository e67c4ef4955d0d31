import type { SchemaSource } from '../../contract.js';
import { areDecimalTexts } from '../../formats/decimal-texts.js';
import { ownValue } from '../../json/json.js';
import type { Operation, Parameter, SchemaUri } from '../../operation.js';
import { plainName } from '../../plain-name.js';
import { wrappedSentences } from '../../sentences.js';
import { schemaTypes, schemasInPlace } from '../../wire/decode-value.js';
import { closedValues } from '../list-choices.js';
import { statedMembers } from '../reply-members.js';

/** A value of the order parameter, and the member by which the list is then sorted. */
export interface OrderKey {
  readonly value: string;
  readonly member: string;
  /** The direction in which the list is sorted; `undefined` if the contract does not state it. */
  readonly direction?: Direction;
  /**
   * Set if the member is a string with a decimal number. The list is then sorted by the number, not by the characters.
   */
  readonly isDecimal?: true;
  /**
   * If the member is an object with an amount of money: the names of the numbers in this object. They are `['amount']`,
   * or the codes of currencies, such as `EUR`. The list is sorted by one of these numbers.
   */
  readonly amounts?: readonly string[];
  /** The second parameter that states the direction, with its value for this direction: `order=desc`. */
  readonly also?: { readonly name: string; readonly value: string };
  /**
   * If the member has a parameter of its own that takes only the direction, as in `order[price]=desc`: the place of the
   * direction in the query.
   */
  readonly place?: MemberPlace;
}

/** A query parameter `name`, or the member `name` of the object parameter `within`. */
export interface MemberPlace {
  readonly name: string;
  readonly within?: string;
}

export type Direction = 'ascending' | 'descending';

/** The members of the elements of a list, with their schemas. */
export type Members = ReadonlyMap<string, readonly SchemaUri[]>;

/**
 * Values that state only a direction. Such a value is not a sort key, even if the elements have a member called `desc`.
 */
const DIRECTION = /^(?:asc|desc|ascending|descending)$/i;

/**
 * Matches texts which state that a minus before the name of a member requests the descending order: "prefix a name with
 * `-`".
 */
export const SIGN = /\bprefix|\bminus\b|\bleading\b|\bhyphen|[`"'][-−][`"']/i;

/** Matches the start of a sentence that lists the values of a parameter: "`sort` is one of". */
const ONE_OF = /^\s*(?:the )?(?:parameter )?`([^`]+)` (?:is|must be|may be|can be) one of\b/i;

/** The sentences of an operation that list the values of a parameter: "`sort` is one of `name` and `rank`". */
export function valueSentences({ description }: Operation, { name }: Parameter): readonly string[] {
  return wrappedSentences(description).filter((sentence) => ONE_OF.exec(sentence)?.[1] === name);
}

/** The direction that a value such as `desc` states. */
export function directionOf(value: string): Direction | undefined {
  if (!DIRECTION.test(value)) return undefined;
  return /^desc/i.test(value) ? 'descending' : 'ascending';
}

/** A value of a parameter that states only a direction, such as `desc`, and this direction. */
export interface DirectionValue {
  readonly value: string;
  readonly direction: Direction;
}

/**
 * The two values of a parameter that states only a direction, such as `asc` and `desc`. `undefined` if the schemas
 * permit other values.
 */
export function directionsOf(
  schemas: SchemaSource,
  stated: readonly SchemaUri[],
): readonly DirectionValue[] | undefined {
  const listed = closedValues(schemas, stated) ?? [];
  const values = listed.flatMap((value) => {
    const direction = typeof value === 'string' ? directionOf(value) : undefined;
    return direction === undefined ? [] : [{ value: String(value), direction }];
  });
  return values.length === 2 && listed.length === 2 ? values : undefined;
}

/**
 * A value of the order parameter, split into the name of a member and a direction: `-price` into `price` and
 * "descending".
 */
interface NamedKey extends Pick<OrderKey, 'value' | 'direction'> {
  readonly name: string;
}

/** The sort keys among the values of an order parameter. A value that names no member is skipped. */
export function orderKeys(schemas: SchemaSource, values: readonly string[], members: Members): readonly OrderKey[] {
  const isSigned = values.some((value) => value.startsWith('-'));
  const named = values.flatMap((value) => namedKey(value, isSigned) ?? []);
  const found = named.flatMap(({ name, ...key }): readonly OrderKey[] => {
    const member = sortedMember(schemas, members, name);
    return member === undefined ? [] : [{ ...key, ...keyOf(schemas, members, member) }];
  });
  if (found.length === values.length) return found;
  // If some values name no member, the values may be names of orders, not of members: `popularity` may be descending.
  // The direction of a key is then certain only if the parameter also has a descending key for its member.
  const isReversed = ({ member }: OrderKey): boolean =>
    found.some((other) => other.member === member && other.direction === 'descending');
  return found.map((key) => (isReversed(key) ? key : withoutDirection(key)));
}

/**
 * The sort key for a member, without the value that requests it. It states whether the values of the member are
 * compared as decimal numbers or as amounts of money.
 */
export function keyOf(schemas: SchemaSource, members: Members, member: string): Omit<OrderKey, 'value' | 'also'> {
  const stated = members.get(member) ?? [];
  const amounts = amountsIn(schemas, stated);
  return {
    member,
    ...(areDecimalTexts(schemas, member, stated) && { isDecimal: true }),
    ...(amounts !== undefined && { amounts }),
  };
}

const AMOUNT = /^(?:amount|value)$/;
const CURRENCY = /^[A-Z]{3}$/;

/**
 * The names of the numbers in an object that is an amount of money: `amount` in `{amount, currency}`, or `EUR` and
 * `USD` in `{EUR, USD}`. `undefined` for any other object, because a service may sort it by a value that it computes
 * from several members.
 */
function amountsIn(schemas: SchemaSource, stated: readonly SchemaUri[]): readonly string[] | undefined {
  const numbers = [...statedMembers(schemas, stated)].flatMap(([name, uris]) =>
    uris.every((uri) => [...schemaTypes(schemas, uri)].every((type) => NUMBERS.has(type))) ? [name] : [],
  );
  const isMoney = numbers.length === 1 && AMOUNT.test(numbers[0] ?? '');
  return isMoney || (numbers.length > 0 && numbers.every((name) => CURRENCY.test(name))) ? numbers : undefined;
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'number', 'null']);

function withoutDirection({ value, member, isDecimal, amounts }: OrderKey): OrderKey {
  return { value, member, ...(isDecimal && { isDecimal }), ...(amounts && { amounts }) };
}

/** Parses a value of an order parameter, such as `name`, `-name`, `+name`, `name:asc` or `name_desc`. */
function namedKey(value: string, isSigned: boolean): NamedKey | undefined {
  const [, sign, name, word] = /^([-+]?)(.+?)(?:[-_:. ](asc|desc|ascending|descending))?$/i.exec(value) ?? [];
  if (name === undefined || DIRECTION.test(name)) return undefined;
  const isDown = sign === '-' || word?.toLowerCase().startsWith('desc') === true;
  const isUp = sign === '+' || word !== undefined || isSigned;
  return { value, name, ...(isDown ? { direction: 'descending' } : isUp ? { direction: 'ascending' } : {}) };
}

/**
 * The member to which a sort key with the given name refers. It is the member with exactly this name. If there is none,
 * it is the only time with this name, such as `created_at` for `created`, or the amounts with this name, such as
 * `prices` for `price`. `undefined` for a member with an enumeration: a service may sort `low`, `medium` and `high` by
 * their meaning.
 */
export function sortedMember(schemas: SchemaSource, members: Members, name: string): string | undefined {
  const stated = members.get(name);
  if (stated !== undefined) return isListed(schemas, stated) ? undefined : name;
  const names = ['', 'at', 'on', 'date', 'time'].map((end) => plainName(name) + end);
  const [fit, ...others] = [...members].filter(
    ([member, uris]) =>
      (names.includes(plainName(member)) && isTime(schemas, uris)) ||
      (plainName(member) === `${plainName(name)}s` && amountsIn(schemas, uris) !== undefined),
  );
  return others.length === 0 ? fit?.[0] : undefined;
}

/** Whether the schemas list the permitted strings. */
function isListed(schemas: SchemaSource, stated: readonly SchemaUri[]): boolean {
  return closedValues(schemas, stated)?.some((value) => typeof value === 'string') === true;
}

export function isTime(schemas: SchemaSource, stated: readonly SchemaUri[]): boolean {
  return stated.every((uri) =>
    [...schemasInPlace(schemas, uri).values()].some((schema) =>
      ['date', 'date-time'].includes(String(ownValue(schema, 'format'))),
    ),
  );
}

/** Matches names of the parameter that states the direction of an order. */
export const DIRECTED_BY = /^(?:sort[-_]?|order[-_]?)?(?:order|dir(?:ection)?)$/i;
