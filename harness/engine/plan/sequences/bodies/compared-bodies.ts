import type { CaseInput } from '../../../../../contract/case.js';
import { withoutRepeatedId } from '../../../../../contract/collections/body/repeated-id.js';
import { sentItem, sentSchemas } from '../../../../../contract/collections/envelope.js';
import { statedMembers } from '../../../../../contract/collections/reply-members.js';
import type { Contract } from '../../../../../contract/contract.js';
import { type Json, isJsonObject, ownValue } from '../../../../../contract/json/json.js';
import { isUnsetValue } from '../../../../../contract/json/unset-value.js';
import type { Operation } from '../../../../../contract/operation.js';
import { sameJson } from '../../../../../rules/values/same-json.js';

export function membersOf({ body }: CaseInput): readonly string[] {
  return isJsonObject(body) ? Object.keys(body) : [];
}

/** The number of members of the body whose value is neither null nor empty. */
export function fullness({ body }: CaseInput): number {
  return isJsonObject(body) ? Object.values(body).filter((value) => !isUnsetValue(value)).length : 0;
}

/** Whether the full body has a member that the lean body lacks, and a member whose value differs in the two bodies. */
export function isExtended(full: CaseInput, lean: CaseInput): boolean {
  const { body } = lean;
  const names = membersOf(lean);
  const isOther = (name: string): boolean => !sameJson(ownValue(full.body ?? null, name), ownValue(body ?? null, name));
  return membersOf(full).some((name) => !names.includes(name)) && names.some(isOther);
}

/**
 * Whether an object in the full body has a member that the same object in the lean body lacks. Another member of the
 * lean body must have a different value in the full body. So a read after the change shows that the change had an
 * effect, even if the service does not remove the additional member.
 */
export function isExtendedBelow(full: CaseInput, lean: CaseInput): boolean {
  const [large, small] = [full.body ?? null, lean.body ?? null];
  const isLarger = (name: string): boolean => hasMore(ownValue(large, name), ownValue(small, name));
  return hasOther(large, small) && membersOf(lean).some(isLarger);
}

/**
 * Whether two objects have different values in a member that both have. Members of nested objects are compared too, but
 * lists are not.
 */
function hasOther(one: Json, other: Json): boolean {
  if (!isJsonObject(one) || !isJsonObject(other)) return !Array.isArray(other) && !sameJson(one, other);
  return Object.entries(other).some(([name, value]) => Object.hasOwn(one, name) && hasOther(one[name] ?? null, value));
}

/**
 * Whether the object `one`, or an object inside it, has a member that the same object in `other` lacks. Unset values
 * are ignored.
 */
function hasMore(one: Json | undefined, other: Json | undefined): boolean {
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  return Object.entries(one).some(([name, value]) =>
    Object.hasOwn(other, name) ? hasMore(value, other[name]) : !isUnsetValue(value),
  );
}

/** The maximum number of full inputs, and of lean inputs, that are compared. */
const MOST_COMPARED = 60;

/** The first pair of a full and a lean body for which `isMore` is true: `isExtended` or `isExtendedBelow`. */
export function extendedPair(
  fulls: readonly CaseInput[],
  leans: readonly CaseInput[],
  isMore: (full: CaseInput, lean: CaseInput) => boolean,
): readonly [full: CaseInput, lean: CaseInput] | undefined {
  for (const full of fulls.slice(0, MOST_COMPARED)) {
    const lean = leans.slice(0, MOST_COMPARED).find((input) => isMore(full, input));
    if (lean !== undefined) return [full, lean];
  }
  return undefined;
}

/**
 * An input whose body is the item in the request, without its envelope and without the identifier in the path. If the
 * item is a resource object (JSON:API §7.2), the body is its `attributes`. If it has no `attributes`, but may have
 * them, the body is the item without its `type`.
 */
export function resourceOf(contract: Contract, operation: Operation, input: CaseInput): CaseInput {
  const { body } = withoutRepeatedId(contract, operation, input);
  const item = sentItem(contract, operation, body);
  const type = ownValue(item, 'type');
  if (!isJsonObject(item) || type === undefined) return { ...input, body: item ?? null };
  const { attributes, type: _, ...others } = item;
  if (isJsonObject(attributes)) return { ...input, body: attributes };
  return { ...input, body: attributes === undefined && hasAttributes(contract, operation) ? others : item };
}

/** Whether the schemas of the item in a request have a member `attributes`, as a JSON:API resource object has. */
function hasAttributes(contract: Contract, operation: Operation): boolean {
  return statedMembers(contract.schemas, sentSchemas(contract, operation)).has('attributes');
}
