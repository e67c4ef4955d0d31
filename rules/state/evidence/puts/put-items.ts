import { createdByPut, documentsStatus } from '../../../../contract/documented-responses.js';
import type { Operation } from '../../../../contract/operation.js';

/**
 * Whether the contract documents `If-None-Match` for a PUT. With this header, the PUT must not replace an existing
 * item.
 */
export function isOnlyNew(put: Operation): boolean {
  const isCondition = ({ in: place, name }: Operation['parameters'][number]): boolean =>
    place === 'header' && name.toLowerCase() === 'if-none-match';
  return createdByPut(put) !== undefined && documentsStatus(put, 412) && put.parameters.some(isCondition);
}
