import type { SchemaSource } from '../../contract.js';
import { areDecimalTexts } from '../../formats/decimal-texts.js';
import { ownValue } from '../../json/json.js';
import type { SchemaUri } from '../../operation.js';
import { schemaTypes, schemasInPlace } from '../../wire/decode-value.js';

/** A query parameter that sets the smallest or the largest value of one member of the listed elements. */
export interface ListBound {
  /** Name of the member of the elements that is limited. */
  readonly name: string;
  readonly parameter: string;
  /**
   * The object parameter that contains `parameter`, such as `price` in `price[gte]`. Omitted if `parameter` is not
   * inside an object.
   */
  readonly within?: string;
  readonly side: 'smallest' | 'largest';
  /** The kind of the values of the member that the bound limits. */
  readonly values: BoundKind;
  /**
   * The kind of the values of the parameter. It may differ from that of the member: a parameter that is a day may limit
   * a member that is a time.
   */
  readonly given: BoundKind;
  /** Whether the list contains an element whose member equals the bound. Omitted if the contract does not state it. */
  readonly isInclusive?: boolean;
  /**
   * Set if the contract states only by a name such as `min_price` that the bound is inclusive. For values that a
   * service may round in its replies, such a name is not enough.
   */
  readonly isIncludedByName?: true;
  /**
   * Set if the parameter is a day in UTC and the member is a time. An element is then selected by the UTC day of this
   * time.
   */
  readonly isUtcDay?: true;
}

/**
 * The kind of values that are compared with a bound. `decimal`: a string with a decimal number, such as an amount of
 * money.
 */
export type BoundKind = 'number' | 'decimal' | 'date' | 'date-time';

/** A member of the elements whose values a parameter may limit. */
export interface BoundMember {
  readonly name: string;
  readonly kind: BoundKind;
  /** Set if all values of the member are integers. A service may round numbers that are not integers in its replies. */
  readonly isInteger?: true;
}

/**
 * What a text or a name states about a bound: the member, the side and the kinds of values. It does not contain the
 * parameter.
 */
export type StatedBound = Pick<ListBound, 'name' | 'side' | 'values' | 'given'>;

export function isDateKind(kind: BoundKind): boolean {
  return kind === 'date' || kind === 'date-time';
}

/**
 * The member with these schemas, as one that a parameter may limit. `undefined` if its values are not all of one kind,
 * such as numbers or dates, that can be compared.
 */
export function boundMember(
  schemas: SchemaSource,
  name: string,
  stated: readonly SchemaUri[],
): BoundMember | undefined {
  const kind = kindOf(schemas, name, stated);
  if (kind === undefined) return undefined;
  const types = stated.flatMap((uri) => [...schemaTypes(schemas, uri)]);
  const isInteger = types.every((type) => type === 'integer' || type === 'null');
  return { name, kind, ...(isInteger && { isInteger }) };
}

/**
 * The kind of values that all these schemas describe, such as numbers or dates. `undefined` if the schemas describe
 * different kinds. Null is ignored.
 */
export function kindOf(schemas: SchemaSource, name: string, stated: readonly SchemaUri[]): BoundKind | undefined {
  if (areDecimalTexts(schemas, name, stated)) return 'decimal';
  const kinds = new Set(stated.map((uri) => kindOfSchema(schemas, uri)));
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

function kindOfSchema(schemas: SchemaSource, uri: SchemaUri): BoundKind | undefined {
  const types = [...schemaTypes(schemas, uri)].filter((type) => type !== 'null');
  if (types.length > 0 && types.every((type) => type === 'number' || type === 'integer')) return 'number';
  if (types.length !== 1 || types[0] !== 'string') return undefined;
  const formats = [...schemasInPlace(schemas, uri).values()].map((schema) => ownValue(schema, 'format'));
  return (['date', 'date-time'] as const).find((format) => formats.includes(format));
}
