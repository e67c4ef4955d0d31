import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { NO_BODY, type RequestMessage } from '../../contract/wire/message.js';
import { routeRequest } from '../../contract/wire/request/route.js';
import type { WholeResponse } from '../../surfaces/exchange.js';

/** The reply of a script to a request for which the script has no other reply. */
export const NOT_FOUND: WholeResponse = { kind: 'response', status: 404, headers: [], body: NO_BODY };

/** The operation that a request invokes. */
export function requestedOperation(contract: Contract, { method, target }: RequestMessage): Operation | undefined {
  const [pathname = ''] = target.split('?', 1);
  return routeRequest(contract, method, pathname)?.operation;
}
