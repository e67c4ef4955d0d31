import { itemUriPointer } from '../../../../contract/collections/body/item-uri.js';
import type { ItemRead } from '../../../../contract/collections/collection.js';
import { returnedItemSchema } from '../../../../contract/collections/envelope.js';
import { statedMembers } from '../../../../contract/collections/reply-members.js';
import type { Contract } from '../../../../contract/contract.js';
import { pointerTokens } from '../../../../contract/json/json-pointer.js';
import type { Json } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import { identifierTypes } from '../../../../contract/wire/decode-value.js';

/**
 * Finds the identifier of an item in the reply to the create of the item, in the form that a reference has: an
 * identifier, a URI, or a whole resource name such as `fleets/north`. `values` are known values of the reference and
 * show its form. `undefined` if the reply has no identifier in this form.
 */
export function referredId(
  contract: Contract,
  create: Operation,
  found: ItemRead['id'],
  values: readonly Json[],
): ItemRead['id'] | undefined {
  const { resource, ...id } = found;
  const isUri = values.length > 0 && values.every((value) => typeof value === 'string' && value.includes('/'));
  if (!isUri) return isOfType(contract, create, found, values) ? found : undefined;
  if (resource !== undefined) return id;
  const pointer = itemUriPointer(contract, create);
  return pointer === undefined ? undefined : { ...id, pointer };
}

/** Whether the identifier in the reply may have the type of the values. For example, an integer is not a string. */
function isOfType(contract: Contract, create: Operation, id: ItemRead['id'], values: readonly Json[]): boolean {
  const item = returnedItemSchema(contract, create);
  const name = pointerTokens(id.pointer).at(-1) ?? '';
  const uris = item === undefined ? [] : (statedMembers(contract.schemas, [item]).get(name) ?? []);
  const located = id.location ?? id.resource;
  const types = located ? [located.type] : uris.flatMap((uri) => [...identifierTypes(contract.schemas, uri)]);
  return (
    types.length === 0 || values.every((value) => types.includes(typeof value === 'number' ? 'integer' : 'string'))
  );
}
