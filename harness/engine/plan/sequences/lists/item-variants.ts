import type { CaseInput } from '../../../../../contract/case.js';
import type { ItemList } from '../../../../../contract/collections/collection.js';
import { sentSchemas } from '../../../../../contract/collections/envelope.js';
import type { StatedKey } from '../../../../../contract/collections/order/stated-order.js';
import { statedMembers } from '../../../../../contract/collections/reply-members.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../../../contract/json/json.js';
import type { Operation } from '../../../../../contract/operation.js';
import { sizeOf } from '../../planned/accepted-cases.js';
import type { ItemSteps } from '../items/item-steps.js';
import { UNORDERED, UNORDERED_DECIMALS } from './selected-values.js';

/** Describes how to create items with given values in a member. */
export interface ItemVariants {
  /** The operation that creates the items of the list. Omitted if the contract has none. */
  readonly create?: Operation;
  /** Whether the service may refuse a second item with an equal string. */
  readonly isUnique: boolean;
  readonly items: ItemSteps;
}

interface SortedVariants extends ItemVariants {
  readonly list: ItemList;
}

/** For each value, an input of the create operation that sets the member to this value. */
export function variants(listing: ItemVariants, name: string, values: readonly Json[]): readonly CaseInput[] {
  const { create } = listing;
  if (create === undefined) return [];
  return values.flatMap((value, index) => withValue(listing, create, name, value, index) ?? []);
}

/** Two inputs of the create operation: one with a value in the member, and one without the member. */
export function withAndWithout({ items: { creates } }: ItemVariants, name: string): readonly CaseInput[] {
  const inputs = creates.map(({ input }) => input);
  const valueIn = ({ body = null }: CaseInput): Json => ownValue(body, name) ?? null;
  const full = inputs.find((input) => valueIn(input) !== null && valueIn(input) !== '');
  const empty = inputs.find((input) => valueIn(input) === null);
  return [full, empty].filter((input) => input !== undefined);
}

/**
 * Inputs of the create operation with unordered values of the same type in this member. Empty if the member allows no
 * such values. If the list has pages, two items have the same value, because a page may end between them.
 */
export function sortable(listing: SortedVariants, { member, isDecimal }: StatedKey): readonly CaseInput[] {
  for (const values of isDecimal === true ? UNORDERED_DECIMALS : UNORDERED) {
    const isTied = listing.list.next !== undefined && !listing.isUnique;
    const inputs = variants(listing, member, isTied ? [...values, ...values.slice(0, 1)] : values);
    if (inputs.length >= values.length) return inputs;
  }
  return [];
}

/**
 * The smallest input of a create in which the member can have this value. If items must not have equal strings, each
 * `index` gets a different input. `undefined` if the create does not state the member, because a service ignores other
 * members even if the schema permits them.
 */
function withValue(
  { isUnique, items: { creates, isAccepted, contract } }: ItemVariants,
  create: Operation,
  name: string,
  value: Json,
  index: number,
): CaseInput | undefined {
  const stated = statedMembers(contract.schemas, sentSchemas(contract, create));
  if (stated.size > 0 && !stated.has(name)) return undefined;
  const bySize = creates.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  const placed = bySize.flatMap(({ input }) => {
    const body = isJsonObject(input.body) ? { ...withEqualDates(input.body, name, value), [name]: value } : undefined;
    return body !== undefined && isAccepted(create, body) ? [{ ...input, body }] : [];
  });
  return placed[isUnique ? index : 0];
}

const DATE = /^\d{4}-\d\d-\d\d/;

/**
 * Changes all dates of a body that equal the date in a member to a new value. Otherwise a start could be after the end,
 * which many services refuse. If the member has no date, the body is returned unchanged.
 */
function withEqualDates(body: JsonObject, name: string, value: Json): JsonObject {
  const old = body[name];
  if (typeof old !== 'string' || !DATE.test(old)) return body;
  return Object.fromEntries(Object.entries(body).map(([member, own]) => [member, own === old ? value : own]));
}
