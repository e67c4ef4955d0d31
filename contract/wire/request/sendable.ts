import type { CaseInput } from '../../case.js';
import type { Contract } from '../../contract.js';
import type { Operation } from '../../operation.js';
import { encodeRequest, isExpressible } from './encode.js';
import { hasRivals, routeRequest } from './route.js';

/**
 * Whether an input can be sent, and its request reaches the intended operation. For example, `/items/{item_id}` with
 * the identifier `mine` may reach `/items/mine` instead, which takes precedence (OpenAPI 3.1 §4.8.8.1). A request whose
 * head is longer than servers accept cannot be sent.
 */
export function isSendable(contract: Contract, operation: Operation, input: CaseInput): boolean {
  if (!isExpressible(operation, input)) return false;
  if (!hasRivals(contract, operation)) return true;
  const encoded = encodeRequest(operation, input);
  if (encoded.kind === 'inexpressible') return false;
  const [pathname = ''] = encoded.target.split('?', 1);
  return routeRequest(contract, encoded.method, pathname)?.operation === operation;
}
