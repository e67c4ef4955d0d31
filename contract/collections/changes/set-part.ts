import type { Contract } from '../../contract.js';
import type { Operation } from '../../operation.js';
import { isEqualPath, segmentsBelow } from '../../path-relations.js';

/**
 * Whether an operation sets or removes a part of an item, such as `PUT` and `DELETE /carts/{cart_id}/coupon`. Its path
 * is the path of the item with further fixed segments, and has no GET. The part is therefore visible only in the item.
 */
export function isSetPart(
  { operations }: Contract,
  { method, path, requestBody }: Operation,
  read: Operation,
): boolean {
  const below = segmentsBelow(path, read.path);
  if (below.length === 0 || below.join('').includes('{')) return false;
  const ofPath = operations.filter((each) => isEqualPath(each.path, path));
  const isSet = ofPath.some((each) => each.method === 'put' && each.requestBody !== undefined);
  return (
    isSet &&
    !ofPath.some((each) => each.method === 'get') &&
    (method === 'delete' || (method === 'put' && requestBody !== undefined))
  );
}
